from .episodes import Episodes as Episodes
from .from_file import all_tasks as all_tasks
from .from_file import find_task as find_task
from .runtime import RandomStreams as RandomStreams
from .task import (
    Goal as Goal,
)
from .task import (
    Line as Line,
)
from .task import (
    Mark as Mark,
)
from .task import (
    ObservationPart as ObservationPart,
)
from .task import (
    RandomParameter as RandomParameter,
)
from .task import (
    RewardTerm as RewardTerm,
)
from .task import (
    ScenarioMachine as ScenarioMachine,
)
from .task import (
    StartNoise as StartNoise,
)
from .task import (
    Task as Task,
)
from .task import (
    TaskState as TaskState,
)
from .task import (
    Termination as Termination,
)
from .task import (
    TrainingRecipe as TrainingRecipe,
)
from .task import (
    WaterLevel as WaterLevel,
)

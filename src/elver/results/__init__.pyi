from .metrics import (
    PLANAR as PLANAR,
)
from .metrics import (
    Metric as Metric,
)
from .metrics import (
    average as average,
)
from .metrics import (
    body_centre as body_centre,
)
from .metrics import (
    com_velocity as com_velocity,
)
from .metrics import (
    cycle_speed as cycle_speed,
)
from .metrics import (
    has_whole_period as has_whole_period,
)
from .metrics import (
    in_the_world as in_the_world,
)
from .metrics import (
    last_beat as last_beat,
)
from .metrics import (
    last_period as last_period,
)
from .metrics import (
    mean_heading as mean_heading,
)
from .metrics import (
    over_a_period as over_a_period,
)
from .metrics import pitch_angle as pitch_angle
from .metrics import (
    time_of_largest as time_of_largest,
)
from .metrics import (
    tracked as tracked,
)
from .run import Run as Run
from .run import load_run as load_run
from .storage.tables import write_table as write_table

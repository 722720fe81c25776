from .kinds import (
    IMU as IMU,
)
from .kinds import (
    ContactForce as ContactForce,
)
from .kinds import (
    Depth as Depth,
)
from .kinds import (
    Encoder as Encoder,
)
from .kinds import (
    JointTorque as JointTorque,
)
from .kinds import (
    Position as Position,
)
from .kinds import (
    Pressure as Pressure,
)
from .kinds import (
    SpeedLog as SpeedLog,
)
from .reader import Reader as Reader
from .reader import Sensors as Sensors
from .sensor import Errors as Errors
from .sensor import Sensor as Sensor

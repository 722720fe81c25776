from .fields import (
    scattered_discs as scattered_discs,
)
from .scene import (
    ContactSettings as ContactSettings,
)
from .scene import (
    Disc as Disc,
)
from .scene import (
    FrictionSet as FrictionSet,
)
from .scene import (
    Polygon as Polygon,
)
from .scene import (
    Scene as Scene,
)
from .scene import (
    Wall as Wall,
)

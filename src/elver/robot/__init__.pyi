from .bodies import Body as Body
from .joints import (
    Joint as Joint,
)
from .joints import (
    Place as Place,
)
from .joints import (
    placed as placed,
)
from .joints import (
    spherical_joint as spherical_joint,
)
from .joints import (
    universal_joint as universal_joint,
)
from .robot import Loop as Loop
from .robot import Robot as Robot
from .shapes import (
    Blade as Blade,
)
from .shapes import (
    Box as Box,
)
from .shapes import (
    Compound as Compound,
)
from .shapes import (
    Contour as Contour,
)
from .shapes import (
    Cylinder as Cylinder,
)
from .shapes import (
    Ellipsoid as Ellipsoid,
)
from .shapes import (
    EllipticCylinder as EllipticCylinder,
)
from .shapes import (
    HalfEllipsoid as HalfEllipsoid,
)
from .shapes import (
    Plate as Plate,
)
from .shapes import (
    Rod as Rod,
)
from .shapes import (
    Strip as Strip,
)
from .shapes import (
    Tapered as Tapered,
)
from .shapes import (
    TaperedStrip as TaperedStrip,
)
from .shapes import (
    axes_from as axes_from,
)
from .soft import Appendage as Appendage
from .soft import Rigidity as Rigidity
from .soft import soft_appendage as soft_appendage
from .soft import tether as tether

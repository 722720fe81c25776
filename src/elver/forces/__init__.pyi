from .attitude import AttitudeTable as AttitudeTable
from .attitude import MeshHydrostatics as MeshHydrostatics
from .attitude import RightingArms as RightingArms
from .attitude import righting_arms as righting_arms
from .blades import (
    Dickinson as Dickinson,
)
from .blades import (
    FlatPlate as FlatPlate,
)
from .blades import (
    OarBlade as OarBlade,
)
from .blades import (
    Polar as Polar,
)
from .blades import (
    PolarTable as PolarTable,
)
from .blades import (
    QuasiSteadyWing as QuasiSteadyWing,
)
from .compliant import SignFriction as SignFriction
from .compliant import SpringContact as SpringContact
from .drag_curves import CrossFlowDrag as CrossFlowDrag
from .drag_curves import SharpEdgedDrag as SharpEdgedDrag
from .drag_curves import SkinFriction as SkinFriction
from .edge import Edge as Edge
from .effect import Effect as Effect
from .effect import Force as Force
from .effect import GroupEffect as GroupEffect
from .effect import Motion as Motion
from .effect import Range as Range
from .effect import expression as expression
from .flow import Flow as Flow
from .flow import LinearFlow as LinearFlow
from .flow import UniformFlow as UniformFlow
from .flow import Vortex as Vortex
from .flow_fields import KarmanStreet as KarmanStreet
from .flow_fields import LogarithmicProfile as LogarithmicProfile
from .flow_fields import OscillatingFlow as OscillatingFlow
from .flow_fields import PowerProfile as PowerProfile
from .flow_fields import SumOfFlows as SumOfFlows
from .flow_fields import TableProfile as TableProfile
from .flow_grid import GriddedFlow as GriddedFlow
from .gravity import AddedInertia as AddedInertia
from .gravity import Gravity as Gravity
from .gravity import Slope as Slope
from .ground import GroundFriction as GroundFriction
from .ground import Shore as Shore
from .hull import Hull as Hull
from .hull import Hydrostatics as Hydrostatics
from .hull import Radiation as Radiation
from .hull import Resistance as Resistance
from .hull_group import HullGroup as HullGroup
from .immersed import Immersed as Immersed
from .lumped import LumpedWater as LumpedWater
from .morison import Morison as Morison
from .per_body import Anchor as Anchor
from .per_body import BluffDrag as BluffDrag
from .per_body import ByBody as ByBody
from .per_body import Rudder as Rudder
from .per_body import Thruster as Thruster
from .sea import Sea as Sea
from .station import StationKeeping as StationKeeping
from .unsteady import UnsteadyWing as UnsteadyWing
from .vehicle import Vehicle as Vehicle
from .wave_loads import WaveLoads as WaveLoads
from .waves import Bretschneider as Bretschneider
from .waves import FocusedWaves as FocusedWaves
from .waves import Jonswap as Jonswap
from .waves import PiersonMoskowitz as PiersonMoskowitz
from .waves import RecordedWaves as RecordedWaves
from .waves import RegularWaves as RegularWaves
from .waves import WaveComponents as WaveComponents

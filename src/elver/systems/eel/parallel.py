"""Scenario ``eel-parallel``: an eel of parallel modules in series.

What EEL leaves for later in its conclusion: a hybrid structure, of parallel modules in series. Each vertebra hangs on the one
before it by a universal joint that nothing drives, and two struts of variable length hold it above that joint, left and right:

    body k --universal-- body k+1          yaw, pitch: passive
      \\--universal-- strut --spherical--/  left and right; their lengths are driven

A module has two loops, six joints that follow from them and two freedoms. Dimensions of the skin and the gait are EEL's as far as
they go; the modules are ours. docs/models/eel-parallel.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver.drive import Anguilliform, Hinge, Strut, StrutGait
from elver.forces import Morison
from elver.model import Model
from elver.quantities import check_quantities, quantity
from elver.robot import Body, EllipticCylinder, Joint, Loop, Robot, Rod, axes_from, placed
from elver.scenarios import Scenario, parameters_of, section
from elver.symbolic.arrays import times, vector

X, Y, Z = np.eye(3)
SIDES = {"left": 1.0, "right": -1.0}


@dataclass(frozen=True)
class ParallelBody:
    """Head, vertebrae of equal size with the skin around them, and the struts of a module."""

    modules: int = quantity(6, "1", "number of modules", low=1, high=100)
    head_length: float = quantity(0.4, "m", "length of the head", above=0.0)
    length: float = quantity(0.25, "m", "length of a vertebra", above=0.0)
    half_width: float = quantity(0.065, "m", "lateral half axis of the section", above=0.0)
    half_height: float = quantity(0.09, "m", "upright half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    reach: float = quantity(0.06, "m", "distance of a strut's ends from the plane of the universal joint", above=0.0)
    spread: float = quantity(0.04, "m", "distance of a strut from the middle plane", above=0.0)
    rise: float = quantity(0.05, "m", "height of a strut above the universal joint", above=0.0)
    rod: float = quantity(0.005, "m", "radius of the moving part of a strut", above=0.0)
    rod_density: float = quantity(2700.0, "kg/m^3", "density of the moving part of a strut", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def vertebra(self, name: str, length: float, left: np.ndarray) -> Body:
        """A piece of the eel behind its frame's origin; ``left``: which axis of the frame points to the left."""
        shape = EllipticCylinder(length, self.half_width, self.half_height, at=times(-length, X), axes=axes_from(X, left))
        return Body.solid(name, shape, self.density)

    def robot(self) -> Robot:
        """The robot. Its base is the head, the frame at the nose, x forward, y to the left, z up.

        Module k joins vertebra k-1, the head for k = 1, to vertebra k. Behind a universal joint a frame has x forward, z to the
        left and y down.
        """
        bodies, joints, loops = [self.vertebra("head", self.head_length, Y)], [], []
        left, length = Y, self.head_length
        for k in range(1, self.modules + 1):
            before, here, up = bodies[0].name if k == 1 else f"vertebra{k - 1}", f"vertebra{k}", np.cross(X, left)
            hinge = times(-length, X)
            bodies += [Body(f"cross{k}"), self.vertebra(here, self.length, Z)]
            joints += [
                Joint(f"yaw{k}", before, f"cross{k}", mode="passive", group="yaw", place=placed(hinge, up, X)),
                Joint(f"pitch{k}", f"cross{k}", here, mode="passive", group="pitch", place=placed(axis=Y, x=X)),
            ]
            for side, follows in (("left", f"yaw{k}"), ("right", f"pitch{k}")):
                name, across = f"{side}{k}", SIDES[side] * self.spread
                upper = hinge + times(self.reach, X) + times(across, left) + times(self.rise, up)
                lower = vector(-self.reach, -self.rise, across)  # x, down, left of the frame behind the joint
                rod = Rod(2 * self.reach, self.rod, at=vector(0.0, 0.0, -2 * self.reach), axes=axes_from(Z, X))
                bodies += [
                    Body(f"{name}_ring"),
                    Body(f"{name}_tube"),
                    replace(Body.solid(f"{name}_rod", rod, self.rod_density), strip=None),
                ]
                joints += [
                    Joint(f"{name}_swing", before, f"{name}_ring", mode="passive", group="strut", place=placed(upper, up, -X)),
                    Joint(
                        f"{name}_tilt", f"{name}_ring", f"{name}_tube", mode="passive", group="strut", place=placed(axis=Y, x=X)
                    ),
                    Joint(
                        f"{name}_length", f"{name}_tube", f"{name}_rod", "prismatic", group="length", place=placed(axis=X, x=Y)
                    ),
                ]
                dependent = [follows, f"{name}_swing", f"{name}_tilt"]
                loops.append(Loop(name, f"{name}_rod", here, dependent, "spherical", second_at=lower))
            left, length = Z, self.length
        return Robot("eel-parallel", bodies, joints, loops=loops)

    def hinges(self) -> tuple[Hinge, ...]:
        """The universal joints with the ends of their struts, x forward, y to the left, z up at rest."""
        ends = {side: (sign * self.spread, self.rise) for side, sign in SIDES.items()}
        return tuple(
            Hinge(
                f"yaw{k}",
                f"pitch{k}",
                {f"{side}{k}_length": Strut((self.reach, *at), (-self.reach, *at)) for side, at in ends.items()},
            )
            for k in range(1, self.modules + 1)
        )


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Robot, water and gait from named parameters."""
    body = ParallelBody(**section(values, "body"))
    return Model("eel-parallel", body.robot(), {"water": Morison(**section(values, "water"))}, gait_of(body, values))


def gait_of(body: ParallelBody, values: Mapping[str, Any]) -> StrutGait:
    """The wave of the eel (63)-(66) on the universal joints, as lengths of the struts."""
    stations = tuple(body.length * k for k in range(body.modules + 1))
    yaw, pitch = ([f"{kind}{k}" for k in range(1, body.modules + 1)] for kind in ("yaw", "pitch"))
    return StrutGait(Anguilliform(yaw, stations, pitch, **section(values, "gait")), body.hinges())


EEL_PARALLEL = Scenario(
    name="eel-parallel",
    title="eel of parallel modules in series",
    source="own machine; what EEL's conclusion leaves for later",
    equations="loops FLOAT (13)-(16); water EEL (46)-(61); gait EEL (63)-(66)",
    parameters=(
        *parameters_of(Anguilliform, "gait"),
        *parameters_of(ParallelBody, "body"),
        *parameters_of(Morison, "water"),
    ),
    compose=_compose,
    duration=30.0,
    dt=0.01,
    joints_shown=("left1_length", "right1_length", "yaw1"),
    sliders=("gait.amplitude=0:0.12", "gait.period=0.8:6", "gait.wavelength=0.9:4", "gait.yaw_offset=-0.1:0.1",
        "gait.pitch_offset=-0.1:0.1", "water.current.x=-0.5:0.5", "water.drag_e2", "water.added_e2"),
)  # fmt: skip

"""A small machine with all that sensors read: three links in water with a current, one joint imposed, one springy."""

from __future__ import annotations

from functools import cache

import numpy as np

from elver import Body, InitialState, Joint, Model, Robot, compile_model
from elver.drive import Spring
from elver.forces import Gravity, Morison
from elver.robot import EllipticCylinder
from elver.sensors import Sensors

CURRENT = (0.05, -0.08, 0.02)


def swimmer(law: str = "kirchhoff", base: str = "free") -> Model:
    """Nose, middle and tail; the tail's joint gives way."""
    bodies = [Body.solid(name, EllipticCylinder(0.2, 0.02, 0.04), 1000.0) for name in ("nose", "middle", "tail")]
    joints = [Joint("neck", "nose", "middle", d=0.2), Joint("waist", "middle", "tail", d=0.2, mode="passive", group="soft")]
    return Model(
        "swimmer",
        Robot("swimmer", bodies, joints, base=base),
        forces={"water": Morison(law=law, current=CURRENT), "weight": Gravity(fluid_density=990.0)},
        gait=Turning(),
        elastic=Spring(0.2, 0.01),
        start=InitialState(twist=(0.3, 0.05, -0.02, 0.1, -0.2, 0.4), angles={"waist": 0.2}),
    )


class Turning:
    """The neck swings."""

    period = 0.8

    def motion(self, now):
        import casadi as ca

        return {"neck": 0.4 * ca.sin(2 * np.pi * now.time / self.period)}


@cache
def program(law: str = "kirchhoff"):
    """The compiled swimmer."""
    return compile_model(swimmer(law))


def true_values(own, run, *sensors) -> dict[str, np.ndarray]:
    """What sensors would read at every sample of a run without errors, by CasADi's own evaluation."""
    stack = Sensors(sensors, own.model)
    graph, p = stack.graph(own.equations), own.parameter_vector()
    samples = zip(run.data.time.values, run.data.state.values, strict=True)
    rows = [np.array(graph(t, x, p, own.signal_values(t))).ravel() for t, x in samples]
    return stack.named(np.array(rows))

"""Machines in a sea of 200 components: how much faster than real time a whole run is, the sums of the waves included."""

from __future__ import annotations

import importlib.util
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import elver
from elver.drive import Serpenoid
from elver.forces import Gravity, Hull, Jonswap, Morison, Sea, WaveLoads
from elver.forces.hulls import Excitation
from elver.robot import Body, EllipticCylinder, Robot
from elver.systems.scull.robot import scull_hull
from timing import Metric, arguments, report

DESCRIPTION = "Runs in a JONSWAP sea of 200 components, simulated seconds per second of processor time, without compiling."
EPILOG = """\
strips_200_realtime  a log at the surface, a strip of six points: velocity, gradient and acceleration of the water, wetness, lift;
                     RK4, dt 10 ms
strips_200_ledger    its energy ledger
eel_200_realtime     eight links at the surface, three points each: no bar
hull_200_realtime    the shipped scull afloat in surge, heave and pitch, 19 states of memory, loads on all three
f3of_realtime        a barge with two hinged flaps that feel each other, 60 states of memory, in calm water (examples/f3of)
bem_seconds_per_frequency  nine radiation problems of that device, 2616 panels with one plane of symmetry, by Capytaine: no bar
"""
_SECONDS = 5.0
_STEP = 0.01


def _sea(period: float, height: float) -> Sea:
    return Sea(Jonswap(height=height, period=period, count=200, seed=2), ramp=2.0)


def _forces(sea: Sea, points: int) -> dict:
    return {"water": Morison(current=sea, points=points), "weight": Gravity(fluid_density=1000.0, surface=sea)}


def _fastest(model: elver.Model, rounds: int) -> tuple[float, float]:
    """Simulated seconds per second of the fastest of some runs, and the ledger."""
    program, solver = elver.compile_model(model), elver.Solver(dt=_STEP, method="rk4", check_step=False)
    best, ledger = math.inf, math.nan
    for _ in range(rounds + 1):
        begin = time.process_time()
        run = elver.simulate(program, _SECONDS, solver=solver, progress=False)
        best, ledger = min(best, time.process_time() - begin), run.summary["ledger_closure"]
    return _SECONDS / best, ledger


def strips(rounds: int) -> list[Metric]:
    """A log of one metre, six points along it."""
    log = Body.solid("log", EllipticCylinder(1.0, 0.05, 0.05, at=(-0.5, 0, 0)), 600.0)
    model = elver.Model("log", Robot("log", [log]), _forces(_sea(2.5, 0.2), 6))
    speed, ledger = _fastest(model, rounds)
    return [Metric("strips_200_realtime", speed, "x", at_least=100), Metric("strips_200_ledger", ledger, "", at_most=1e-6)]


def eel(rounds: int) -> list[Metric]:
    """A swimmer of eight links."""
    links = [Body.solid(f"b{k}", EllipticCylinder(0.1, 0.025, 0.03, at=(-0.1, 0, 0)), 940.0) for k in range(8)]
    joints = [elver.Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=-0.1) for k in range(1, 8)]
    gait = Serpenoid([j.name for j in joints], amplitude=0.35, frequency=2 * math.pi, phase=math.pi / 4, ramp_time=1.0)
    model = elver.Model("eel", Robot("eel", links, joints), _forces(_sea(1.5, 0.06), 3), gait)
    return [Metric("eel_200_realtime", _fastest(model, rounds)[0], "x")]


def hull(rounds: int) -> list[Metric]:
    """A hull with the memory of the free surface; its loads are made up, of which the time does not know."""
    c = scull_hull()
    w = np.linspace(0.5, 12.0, 24)
    load = np.zeros((24, 1, 6), complex)
    load[:, 0, [0, 2, 4]] = np.exp(-w / 3)[:, None] * np.array([50j, 2000, 3000j])
    table = Excitation(w, [0.0], ("surge", "sway", "heave", "roll", "pitch", "yaw"), load, 0.1 * load)
    body = Body.central("boat", c.mass, (0, 0, 0.05), np.diag([3.0, 300.0, 300.0]))
    water = Hull.from_coefficients("boat", c, freedoms=(0, 2, 4), form=0.1)
    forces = {"water": water, "waves": WaveLoads("boat", table, _sea(2.5, 0.1)), "weight": Gravity()}
    model = elver.Model("boat", Robot("boat", [body], base="sagittal"), forces=forces)
    speed, ledger = _fastest(model, rounds)
    return [Metric("hull_200_realtime", speed, "x", at_least=100), Metric("hull_200_ledger", ledger, "", at_most=1e-6)]


def f3of(rounds: int) -> list[Metric]:
    """Three bodies with hinges in one water, let go out of rest; and what its tables cost."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "f3of"))
    import machine

    model = machine.machine("free", {"angles": {"fore hinge": 0.02}}, {"spring": machine.SurgeSpring()})
    found = [Metric("f3of_realtime", _fastest(model, rounds)[0], "x")]
    if importlib.util.find_spec("capytaine") is None:
        return found
    import coefficients

    from elver.forces.hulls.radiation import radiation_at

    body = coefficients.body()
    radiation_at(body, 0.7, coefficients.DENSITY)
    begin = time.perf_counter()
    radiation_at(body, 0.8, coefficients.DENSITY)
    return [*found, Metric("bem_seconds_per_frequency", time.perf_counter() - begin, "s")]


PARTS: dict[str, Callable[[int], list[Metric]]] = {"strips": strips, "eel": eel, "hull": hull, "f3of": f3of}


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=20, help="runs of each machine, of which the fastest counts (20)")
    parser.add_argument("--only", choices=tuple(PARTS), help="one part alone")
    options = parser.parse_args()
    parts = [part for name, part in PARTS.items() if options.only in (None, name)]
    report("Machines in a sea of 200 components", [row for part in parts for row in part(options.rounds)], options.json)


if __name__ == "__main__":
    main()

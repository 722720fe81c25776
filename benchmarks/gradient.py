"""Gradient of a 10 s run of the eel by 50 parameters, in runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

import elver
from elver.drive import start_ramp
from elver.simulation.derivatives.forward import flow
from timing import Metric, arguments, interleaved, progress, relative_error, report

DESCRIPTION = "Scenario `eel` with a gait of 48 Fourier coefficients; these and two drag coefficients are free. RK4, one core."
EPILOG = """\
run_ms         the time loop of the run alone, without recording and ledger; best of --rounds
gradient_ms    elver.gradient of the cost of transport by 50 parameters, the whole call; best of --rounds, taking turns
ratio          gradient_ms / run_ms
small_ratio    the same with memory for a tenth of the run: checkpoints, segments run again
record_ratio   gradient over elver.simulate, which records and closes the ledger
forward_ratio  the same gradient by forward sensitivities, in runs; once, over a tenth of the duration
error          largest difference between the two gradients over the largest entry, over a tenth of the duration
compile_s      writing and compiling the adjoint, once; nearly 0 where it is in the cache
"""
HARMONICS = 2


@dataclass(frozen=True)
class FourierGait:
    """Every yaw joint an own Fourier series: sum over k of a_k cos(k w t) + b_k sin(k w t), after a smooth start."""

    yaw: Sequence[str]
    held: Sequence[str]
    series: Mapping[str, float]
    period: float = 2.0

    def motion(self, now):
        ramp, turn = start_ramp(now.time, self.period), 2 * math.pi * now.time / self.period
        waves = [(ca.cos(k * turn), ca.sin(k * turn)) for k in range(1, HARMONICS + 1)]
        angles = {
            joint: ramp
            * sum(self.series[f"{joint}_{k}c"] * c + self.series[f"{joint}_{k}s"] * s for k, (c, s) in enumerate(waves))
            for joint in self.yaw
        }
        return angles | {joint: ca.SX(0) for joint in self.held}


def model() -> elver.Model:
    """The eel with the first harmonic of its published wave and a little of the second."""
    eel = elver.scenario("eel").build()
    wave, series = eel.gait, {}
    for i, joint in enumerate(wave.yaw):
        s = np.array(wave.stations[i : i + 2])
        size, phase = wave.amplitude * np.exp(wave.growth * s), 2 * math.pi * s / wave.wavelength
        cosine, sine = np.diff(size * np.sin(phase))[0], -np.diff(size * np.cos(phase))[0]
        series |= {f"{joint}_0c": float(cosine), f"{joint}_0s": float(sine), f"{joint}_1c": 1e-3, f"{joint}_1s": -1e-3}
    eel = replace(eel, gait=FourierGait(wave.yaw, (*wave.pitch, *wave.held), series, wave.period))
    return eel.freed(*(f"gait.series.{name}" for name in series), "forces.water.friction", "forces.water.drag_e2")


def timed(call: Callable) -> Callable[[], float]:
    """A contender that calls once."""

    def run() -> float:
        start = time.perf_counter()
        call()
        return time.perf_counter() - start

    return run


def compare_with_forward(program, duration: float, dt: float) -> tuple[float, float]:
    """Seconds of the forward sensitivities to all parameters, and how far the gradients of the distance differ."""
    names = list(program.equations.parameters)
    reverse = elver.gradient(program, "distance", duration, solver=elver.Solver(dt=dt))
    elver.sensitivities(program, 10 * dt, solver=elver.Solver(dt=dt), free=names)
    start = time.perf_counter()
    forward = elver.sensitivities(program, duration, solver=elver.Solver(dt=dt), free=names)
    seconds = time.perf_counter() - start
    way = forward.states[-1, :3] - forward.states[0, :3]
    return seconds, relative_error(reverse.gradient, way @ forward.matrix[:3] / np.linalg.norm(way))


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--duration", type=float, default=10.0, help="simulated seconds (10)")
    parser.add_argument("--dt", type=float, default=1e-3, help="time step in seconds (0.001)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of which the best counts (7)")
    options = parser.parse_args()
    duration, dt, steps = options.duration, options.dt, round(options.duration / options.dt)
    program = elver.compile_model(model())
    p = program.parameter_vector()
    x = program.initial_state(p)
    progress("compiling the adjoint ...", options.json)
    start = time.perf_counter()
    instructions = program.adjoint.instructions
    compile_time = time.perf_counter() - start
    memory = 0.1 * steps * 6 * 8 * len(x)
    contenders = {
        "run": timed(lambda: flow(program, p, x, 0, dt, steps)),
        "gradient": timed(lambda: elver.gradient(program, "cost_of_transport", duration, solver=elver.Solver(dt=dt))),
        "small": timed(lambda: elver.gradient(program, "cost_of_transport", duration, solver=elver.Solver(dt=dt), memory=memory)),
        "simulate": timed(lambda: elver.simulate(program, duration, solver=elver.Solver(dt=dt, method="rk4"), progress=False)),
    }
    for call in contenders.values():
        call()
    best = interleaved(contenders, options.rounds)
    progress("forward sensitivities ...", options.json)
    forward, error = compare_with_forward(program, round(steps / 10) * dt, dt)
    metrics = [
        Metric("ratio", best["gradient"] / best["run"], at_most=6.0, note="gradient over run"),
        Metric("error", error, at_most=1e-10, note="reverse against forward"),
        Metric("run_ms", 1e3 * best["run"], "ms"),
        Metric("gradient_ms", 1e3 * best["gradient"], "ms"),
        Metric("small_ratio", best["small"] / best["run"], note="with checkpoints"),
        Metric("record_ratio", best["gradient"] / best["simulate"], note="over a recorded run"),
        Metric("forward_ratio", 10 * forward / best["run"], note="by forward sensitivities"),
        Metric("parameters", len(p)),
        Metric("instructions", program.rhs.instructions, note="of the right-hand side"),
        Metric("adjoint_instructions", instructions),
        Metric("compile_s", compile_time, "s"),
    ]
    report(f"Gradient of {duration:g} s of the eel by {len(p)} parameters, RK4, dt {dt:g} s", metrics, options.json)


if __name__ == "__main__":
    main()

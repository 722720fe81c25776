"""The whole call simulate_batch(target="gpu") against the same call on the CPU: numbers first, then evaluations a second."""

from __future__ import annotations

import numpy as np

import elver
from timing import Metric, arguments, relative_error, report

DESCRIPTION = (
    "Scenario `eel` with amplitudes and wavelengths of its own for every machine, RK4 at 1 ms, places recorded every 100 steps."
)
EPILOG = """\
error_X       largest relative difference from the CPU, first machines: final states, recorded places, works, torques, paths
M_per_s_X     million evaluations of the right-hand side a second over the time loop, samples fetched, kernel built before
masked        a machine that runs away is reported and the others finish: 1 where that is so
Needs an NVIDIA GPU, CuPy (extra `gpu`) and the package itself on the same computer.
"""
NAMES = ("final_state", "base_position", "mean_speed", "ledger", "peak_torque", "path_length")
ALLOWED = {"double": 1e-12, "single": 1e-4}
STAGES, DT, OUTPUT = 4, 1e-3, 0.1


def drawn(count: int) -> dict[str, np.ndarray]:
    """Parameters of every machine."""
    random = np.random.default_rng(0)
    return {"gait.amplitude": random.uniform(0.02, 0.1, count), "gait.wavelength": random.uniform(1.2, 2.4, count)}


def call(program, seconds: float, count: int, **how):
    """One batch; every machine must finish."""
    own = {"save": elver.Save(fields=["base_position"], every=OUTPUT), "solver": elver.Solver("rk4", DT), "progress": False}
    data = elver.simulate_batch(program, seconds, parameters=drawn(count), **own, **how)
    if not (data.status == "finished").all():
        raise SystemExit("a machine did not finish")
    return data


def masked(program) -> float:
    """1 where one of eight machines runs away on the GPU, says so, and the others finish."""
    states = np.tile(program.initial_state(program.parameter_vector()), (8, 1))
    states[3, list(program.equations.layout.names).index("base vx")] = 1e9
    data = elver.simulate_batch(
        program,
        0.2,
        solver=elver.Solver(dt=DT, method="rk4"),
        initial_states=states,
        compute=elver.Compute(device="gpu"),
        progress=False,
    )
    return float((data.status.values == "diverged").tolist() == [k == 3 for k in range(8)])


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--machines", type=int, default=65536, help="eels (65536)")
    parser.add_argument("--seconds", type=float, default=2.0, help="simulated (2)")
    options = parser.parse_args()
    program = elver.compile_model(elver.scenario("eel").build(free=["gait.amplitude", "gait.wavelength"]))
    cpu, rows = call(program, options.seconds, 512), []
    for precision in ("double", "single"):
        gpu = call(program, options.seconds, 512, compute=elver.Compute("gpu", precision))
        if '"target": "gpu"' not in gpu.attrs["settings"]:
            raise SystemExit("there is no GPU here: the batch ran on the CPU.")
        error = max(relative_error(gpu[name].values, cpu[name].values) for name in NAMES)
        rows.append(Metric(f"error_{precision}", error, at_most=ALLOWED[precision], note="GPU against CPU"))
        large = call(program, options.seconds, options.machines, compute=elver.Compute("gpu", precision))
        rate = options.machines * round(options.seconds / DT) * STAGES / large.attrs["wall_time"] / 1e6
        rows.append(Metric(f"M_per_s_{precision}", rate, "M/s", note=f"{options.machines} machines"))
    rows.append(Metric("masked", masked(program), at_least=1.0, note="one machine of eight runs away"))
    report("The whole call on a GPU", rows, options.json, ["cupy-cuda12x", "cupy-cuda13x"])


if __name__ == "__main__":
    main()

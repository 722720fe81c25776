"""Throughput against the number of machines and of joints, on a CPU and a GPU, beside the rivals; and the picture of it."""

from __future__ import annotations

import json
import time
from importlib.util import find_spec
from pathlib import Path

import elver
from batch import DT, STAGES, Batch, Rollout, starts
from elver.simulation.batches.machines import thread_count
from elver.systems.eel.scenario import EelBody, eel_robot
from timing import Metric, arguments, progress, report

DESCRIPTION = "Evaluations a second of eels in water (free base, free joints, RK4 at 1 ms) over machines and joints, all cores."
EPILOG = """\
  elver    simulate_batch on all cores          mujoco   mujoco.rollout with as many threads, RK4, its ellipsoid fluid
elver_M, mujoco_M          M machines of 36 joints: million evaluations of the right-hand side a second
elver_joints_N, mujoco_joints_N   the same for N joints, with --many machines
--save FILE keeps the numbers; --plot IMAGE FILE .. draws several such files into one picture (docs/data: of this program on a
CPU, and of what benchmarks/gpu.py printed on a GPU).
"""
MACHINES, SPHERICAL = (1, 8, 64, 512, 4096), (4, 12, 25, 50)


def chain(spherical: int):
    """An eel with so many free spherical joints, compiled."""
    robot, water = eel_robot(EelBody(joints=spherical), "passive"), {"water": elver.forces.Morison(law="paper")}
    return elver.compile_model(elver.Model("eel", robot, forces=water, elastic=elver.drive.Spring()))


def rates(program, machines: int, threads: int, seconds: float, rounds: int) -> dict[str, float]:
    """Million evaluations a second of Elver and, where it is installed, of MuJoCo; runs of about so many seconds."""
    x, best = starts(program, machines), {}
    for name in ("elver", "mujoco"):
        if name == "mujoco" and find_spec("mujoco") is None:
            continue
        steps, spent = 4, 0.0
        while spent < seconds / 4 and steps < 4000:
            steps *= 2
            run = contender(name, program, x, threads, steps)
            spent = run()
        spent = min(run() for _ in range(rounds))
        best[name] = 1e-6 * machines * steps * STAGES / spent
    return best


def contender(name: str, program, x, threads: int, steps: int):
    """A function that makes all steps of all machines and says how long it took [s]."""
    if name == "elver":
        batch = Batch(program, steps, states=x)
        return lambda: batch.call(threads).attrs["wall_time"]
    rival = Rollout(program, x, threads, steps)
    return rival.run


def plot(image: Path, files: list[Path]) -> None:
    """Throughput over machines and over joints, all files in one picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained", sharey=True)
    colours: dict[str, str] = {}
    for file in files:
        stored = json.loads(file.read_text())
        for ax, over in zip(axes, ("machines", "joints"), strict=True):
            for label, points in stored[over].items():
                pairs = sorted((int(k), v) for k, v in points.items())
                style = "o-" if label.startswith("Elver") else "s--"
                name = f"{label}, {stored['where']}"
                colour = colours.setdefault(name, f"C{len(colours)}")
                ax.loglog(*zip(*pairs, strict=True), style, color=colour, label=name, ms=4)
    axes[0].set(xlabel="machines, 36 joints each", ylabel="evaluations a second [million]")
    axes[1].set(xlabel="joints of a machine", xticks=[10, 20, 50, 100, 200], xticklabels=["10", "20", "50", "100", "200"])
    axes[1].minorticks_off()
    for ax in axes:
        ax.grid(True, which="both", alpha=0.25)
    axes[0].legend(fontsize=8)
    figure.savefig(image, dpi=110)
    plt.close(figure)


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--many", type=int, default=1024, help="machines while the joints vary (1024)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement (1)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of which the best counts (3)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the numbers as JSON")
    parser.add_argument("--plot", type=Path, nargs="+", metavar="PATH", help="draw: the image, then files that --save wrote")
    options = parser.parse_args()
    if options.plot:
        plot(options.plot[0], options.plot[1:])
        return
    threads, began = thread_count(None), time.perf_counter()
    found: dict[str, dict[str, dict]] = {"machines": {}, "joints": {}}
    names = {"elver": "Elver", "mujoco": "MuJoCo rollout"}
    program, rows = chain(12), []
    cases = [("machines", count, program, count) for count in MACHINES]
    cases += [("joints", 3 * n, None, options.many) for n in SPHERICAL]
    for over, key, own, machines in cases:
        progress(f"{over} {key}, {time.perf_counter() - began:.0f} s so far", options.json)
        own = own or (program if key == 36 else chain(key // 3))
        for name, rate in rates(own, machines, threads, options.seconds, options.rounds).items():
            found[over].setdefault(names[name], {})[key] = rate
            rows.append(Metric(f"{name}_{'joints_' if over == 'joints' else ''}{key}", rate, "M/s", note=f"{machines} machines"))
    if options.save:
        options.save.parent.mkdir(parents=True, exist_ok=True)
        options.save.write_text(json.dumps({"where": f"{threads} cores", **found}, indent=1) + "\n")
    report(f"Throughput, {threads} cores, steps of {DT:g} s", rows, options.json, ["mujoco"])


if __name__ == "__main__":
    main()

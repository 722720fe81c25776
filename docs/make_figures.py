"""Draw the pictures of the documentation: ``python docs/make_figures.py``, or some: ``python docs/make_figures.py moth fish``."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from matplotlib.patches import Rectangle

import elver
from elver.analysis import Continuation, FitReport, Search, follow_orbit, pareto, predict, sweep
from elver.analysis.fit.files.loading import example_fit
from elver.results import body_centre
from elver.results.metrics import forward_speed
from elver.scenarios import example, load_text
from elver.scenarios.explanation import explain
from elver.systems.scull.pictures import strokes_compared
from elver.systems.scull.robot import scull_hull
from elver.viz import machine_figure, search_figures, sweep_figures
from elver.viz.machine import draw_machine, draw_obstacles, limits
from elver.viz.model_figures import hull_figure
from elver.viz.reports.fit_plots import steady
from elver.viz.style import ACCENT, INK, SOFT, WATER, legend, new_figure, to_scale, write

FOLDER = Path(__file__).parent / "img"


def swim(name: str, **changes):
    scenario = elver.scenario(name)
    model = scenario.prepared({k.replace("__", "."): v for k, v in changes.items()})
    return elver.simulate(model, scenario.duration, solver=elver.Solver(dt=scenario.dt), progress=False)


def hero(loop, plane) -> None:
    """Both scenarios in one picture: the loop seen from the side, planar swimming seen from above."""
    from matplotlib import colormaps

    figure, (left, right) = new_figure(1, 2, size=(10.5, 4.6), width_ratios=(1, 1.35))
    for axis, run, view, count in ((left, loop, "xz", 10), (right, plane, "xy", 6)):
        data = run.data
        (x0, x1), (y0, y1) = limits(data, view, margin=0.15)
        row = 0.0 if view == "xz" else 0.75
        other = "xyz".index(view[1])
        for number in range(count):
            sample = round(number * (data.sizes["time"] - 1) / (count - 1))
            path = data.base_position.values[: sample + 1]
            axis.plot(path[:, 0], path[:, other] - number * row, color=SOFT, linewidth=0.9)
            draw_machine(axis, data, sample, view, colormaps["viridis"](0.9 * number / count), lift=-number * row)
            if row:
                axis.text(x1, -number * row, f"{float(data.time[sample]):.0f} s", va="center", fontsize=9, color=INK)
        axis.set(xlim=(x0, x1), ylim=(y0 - (count - 1) * row, y1), aspect="equal", xlabel="x [m]")
    left.set_ylabel("z [m]")
    left.set_title("eel-loop, law as published: 60 s, side view", loc="left", fontsize=11)
    right.set_title("eel, energy-consistent law: top view", loc="left", fontsize=11)
    right.set_yticks([])
    write(figure, FOLDER / "eel.png", 110)


def two_ledgers(paper, kirchhoff) -> None:
    """Energy ledgers of the two added-mass laws side by side."""
    figure, axes = new_figure(1, 2, size=(10.5, 4.0), sharey=True)
    for axis, run, title in zip(axes, (paper, kirchhoff), ("law paper", "law kirchhoff"), strict=True):
        data = run.data
        energy = data.kinetic_energy + data.medium_energy + data.potential_energy
        axis.plot(data.time, data.work.sel(flow="motor"), color=INK, linewidth=2.2, label="motor work (in)")
        axis.plot(data.time, energy - energy[0], color=WATER, label="energy stored")
        axis.plot(data.time, data.work.sel(flow="water.drag"), color=ACCENT, label="drag (out)")
        if "water.added_mass_surplus" in data.flow.values:
            axis.plot(
                data.time, data.work.sel(flow="water.added_mass_surplus"), color="#3a7d44", label="added-mass surplus (out)"
            )
        axis.set(xlabel="time [s]")
        legend(axis, title)
    axes[0].set_ylabel("energy [J]")
    write(figure, FOLDER / "two-ledgers.png", 110)


def three_cases() -> None:
    """Forward speed and path of the snake robot in the paper's three cases, for both gaits (USR Figs. 3, 4)."""
    figure, axes = new_figure(2, 2, size=(10.5, 6.4))
    for row, gait in enumerate(("lateral", "eel")):
        for case in (1, 2, 3):
            data = swim("swimmer", gait=gait, case=case).data
            axes[2 * row].plot(data.com_position[:, 0], data.com_position[:, 1], label=f"case {case}")
            axes[2 * row + 1].plot(data.time, forward_speed(data), label=f"case {case}")
        to_scale(axes[2 * row], "xy")
        axes[2 * row + 1].set(xlabel="time [s]", ylabel="forward speed [m/s]")
        legend(axes[2 * row], f"{gait}: path of the centre of mass")
        legend(axes[2 * row + 1], f"{gait}: forward speed")
    write(figure, FOLDER / "swimmer-cases.png", 100)


def phases() -> None:
    """First posture of Aiko on obstacles placed for its gait, and the path of link 6 in 5 s (SNAKE Fig. 12)."""
    figure, axes = new_figure(3, size=(8.0, 4.8), sharex=True, height_ratios=(0.68, 0.35, 0.25))
    for axis, degrees in zip(axes, (-30, -50, -70), strict=True):
        data = swim("aiko-track", gait__phase=math.radians(degrees)).data
        path = body_centre(data, "link6")
        draw_obstacles(axis, data)
        draw_machine(axis, data, 0, "xy", SOFT)
        axis.plot(path[:, 0], path[:, 1], color=ACCENT, linestyle="--", zorder=5)
        axis.plot(*path[-1, :2], "o", color=ACCENT, markersize=4, zorder=6)
        axis.autoscale_view()
        axis.set(ylabel="y [m]", aspect="equal")
        moved = path[-1, 0] - path[0, 0]
        axis.set_title(f"phase {degrees} degrees: link 6 moves {moved:+.2f} m in 5 s", loc="left", fontsize=11, color=INK)
    axes[-1].set_xlabel("x [m]")
    write(figure, FOLDER / "aiko-phases.png", 90)


def obstacle_figures() -> None:
    """Path of the middle link, forces about 5 s, and Gray's mechanism (SNAKE Figs. 7, 11, 14)."""
    run = swim("aiko-obstacles")
    for name, figure in elver.figures(run, names=["middle", "contacts"]).items():
        write(figure, FOLDER / f"aiko-{name}.png", 80)
    window = elver.Run(run.data.sel(time=slice(4.5, 5.5)))
    write(elver.figures(window, names=["pushing"])["pushing"], FOLDER / "aiko-pushing.png", 80)
    write(elver.figures(swim("gray"), names=["configurations"])["configurations"], FOLDER / "gray.png", 80)
    phases()


def moth() -> None:
    """One period of hovering flight, its strains and the forces on the machine (MAV Figs. 6, 8, 9), and stills of a beat."""
    run = swim("moth")
    drawn = elver.figures(run, names=["strokes", "strains", "forces"])
    write(elver.viz.stills(run, [0.160, 0.168, 0.176]), FOLDER / "moth-stills.png", 70)
    for name, figure in drawn.items():
        write(figure, FOLDER / f"moth-{name}.png", 90)


def moth_branches() -> None:
    """Vertical drift of the moth's orbits along the stiffness of twist at the tip and along the stroke's amplitude."""
    chosen, degree = elver.scenario("moth"), math.radians(1)
    ranges = {"wing.twist_tip": (9e-4, 9e-3, 1e-3, "k_t^2 [mN m/rad]"), "gait.amplitude": (0.63, 1.05, degree, "A [deg]")}
    figure, axes = new_figure(1, 2, size=(10.5, 3.8), sharey=True)
    for axis, (name, (first, last, unit, label)) in zip(axes, ranges.items(), strict=True):
        model = chosen.build(free=[name])
        problem, shooting = chosen.orbit(model)
        branch = follow_orbit(model, name, first, last, problem, continuation=Continuation(max_step=0.1), shooting=shooting)
        climb = [orbit.drift.velocity[2] for orbit in branch.orbits]
        axis.plot(branch.values / unit, climb, color=WATER, marker=".", markersize=4)
        axis.axhline(0.0, color=INK, linewidth=0.8, linestyle=":")
        published = chosen.values()[name] / unit
        axis.axvline(published, color=ACCENT, linewidth=1.0, linestyle="--", label=f"scenario: {published:.3g}")
        axis.set(xlabel=label)
        legend(axis, None)
    axes[0].set_ylabel("vertical drift [m/s]")
    write(figure, FOLDER / "moth-branches.png", 90)


def stroke_motions() -> None:
    """Knee, trunk and oar of both motions over one stroke, with their control polygons (FLOAT Fig. 10)."""
    figure, axes = new_figure(3, size=(7.2, 7.0), sharex=True)
    for name, color in (("scull-40", WATER), ("scull-50", ACCENT)):
        gait = elver.scenario(name).build({"start": "rest"}).gait
        u = np.linspace(0.0, 1.0, 400)
        phase = u + float(gait.warp()) * np.sin(np.pi * u) ** 2
        for axis, joint in zip(axes, ("knee", "trunk", "starboard"), strict=True):
            values = np.degrees([*gait.points[joint], gait.points[joint][0]])
            at = np.interp(np.arange(len(values)) / (len(values) - 1), phase, u)
            axis.plot(at * gait.period, values, "o:", color=color, markersize=3, linewidth=0.8, alpha=0.7)
            axis.plot(u * gait.period, np.degrees(gait.sampled(joint, phase)), color=color, label=name)
            axis.set_ylabel(f"{joint} [deg]")
    legend(axes[0], "joint motions and their control polygons (dots)")
    axes[-1].set_xlabel("time [s]")
    write(figure, FOLDER / "scull-motions.png", 90)


def scull() -> None:
    """Motions, surge, heave, pitch and powers of both strokes, and the boat (FLOAT Figs. 8, 10-13)."""
    stroke_motions()
    runs = {name: swim(name) for name in ("scull-40", "scull-50")}
    write(strokes_compared(runs), FOLDER / "scull-strokes.png", 90)
    for name in ("power", "boat"):
        write(elver.figures(runs["scull-40"], names=[name])[name], FOLDER / f"scull-{name}.png", 90)


def rowing() -> None:
    """The sculler with arms: six instants, the pull, and its stroke beside the paper's."""
    run = swim("scull-rowing")
    for name in ("boat", "pull"):
        write(elver.figures(run, names=[name])[name], FOLDER / f"rowing-{name}.png", 90)
    write(elver.viz.stills(run, [6.0, 6.5, 7.0], "-60,20"), FOLDER / "rowing-stills.png", 70)
    write(strokes_compared({"scull-rowing": run, "scull-40": swim("scull-40")}), FOLDER / "rowing-strokes.png", 90)


def studies() -> None:
    """A sweep of the published eel, and the front of cost against speed with the energy-consistent law."""
    speed = sweep("eel", {"gait.amplitude": "0.02:0.10:9", "gait.wavelength": "1.2:2.4:7"}, progress=False)
    write(sweep_figures(speed, names="mean_speed")["mean_speed"], FOLDER / "sweep.png", 90)
    box = {"gait.amplitude": "0.02:0.12", "gait.wavelength": "0.8:3"}
    goals, parameters = {"cost_of_transport": "min", "mean_speed": "max"}, {"water.law": "kirchhoff"}
    front = pareto("eel", goals, box, 20, parameters=parameters, search=Search(budget=480), progress=False)
    write(search_figures(front.history)["front"], FOLDER / "front.png", 90)


def fish() -> None:
    """The machine of ``elver new``: at its start, and its speed over phase lag and fin length."""
    own = load_text(example(), "fish.yaml")
    machine_figure(explain(own.build()), FOLDER / "fish.png")
    speed = sweep(own, {"lag": "0:2.5:26", "fin_length": "0.03:0.12:19"}, progress=False)
    write(sweep_figures(speed, names="mean_speed")["mean_speed"], FOLDER / "fish_map.png", 90)


def first_fit() -> None:
    """The fit of ``elver fit --new``: what is predicted along the beat, beside the recordings and trivial laws."""
    with tempfile.TemporaryDirectory() as name:
        machine, path = Path(name) / "fish.yaml", Path(name) / "fish-fit.yaml"
        machine.write_text(example())
        path.write_text(example_fit("fish-fit", machine.name))
        fit = elver.fit_model(elver.analysis.load_fit(path), report=FitReport(leave_out=False, profiles=0))
    along = predict(fit, [{"frequency": beat} for beat in np.linspace(0.75, 2.05, 27).tolist()])
    write(steady(fit, ["speed", "yaw"], along), FOLDER / "fit-steady.png", 90)


def worked_controllers() -> None:
    """The programs of examples/control with the tables of docs/control.md and docs/models/obstacle-aided.md; minutes."""
    for name in ("heading_lqr", "line_mpc", "line_of_sight", "current_estimator", "touch"):
        program = Path(__file__).parents[1] / "examples" / "control" / f"{name}.py"
        subprocess.run([sys.executable, program, "--out", FOLDER], check=True)


def floating_sphere() -> None:
    """The picture of docs/reality_second.md."""
    program = Path(__file__).parents[1] / "examples" / "sphere" / "decay.py"
    subprocess.run([sys.executable, program, FOLDER / "sphere-decay.png"], check=True)


def eel() -> None:
    """Planar swimming and the loop, alone and together, and the ledgers of both laws of added mass.

    Side by side stand the loop, which takes the law of the paper, and swimming by the law that keeps energy.
    """
    plane, loop, kirchhoff = swim("eel"), swim("eel-loop"), swim("eel", water__law="kirchhoff")
    hero(loop, kirchhoff)
    two_ledgers(plane, kirchhoff)
    for run, names in ((plane, ("path", "speed", "torques", "ledger")), (loop, ("configurations",))):
        for name, figure in elver.figures(run, names=names, joints=("joint1", "joint25", "joint34")).items():
            write(figure, FOLDER / f"{run.data.attrs['model']}-{name}.png", 90)


def snakes() -> None:
    """The snake robots along their paths."""
    three_cases()
    for name in ("swimmer", "snake-amphibious", "aiko-obstacles"):
        write(elver.figures(swim(name), names=["configurations"])["configurations"], FOLDER / f"{name}.png", 90)


def left_for_later() -> None:
    """The machines that the papers leave for later: a snake in space, a soft fish, an eel of parallel modules."""
    for name, picture in (("snake-3d", "following"), ("eel-parallel", "configurations")):
        write(elver.figures(swim(name), names=[picture])[picture], FOLDER / f"{name}.png", 90)
    best_tails()


def best_tails() -> None:
    """The soft fish in one beat, and its speed over the stiffness of its tail at three frequencies."""
    chosen = elver.scenario("soft-fish")
    solver = elver.Solver(dt=chosen.dt)
    program = elver.compile_model(chosen.build(free=["tail.modulus", "gait.frequency"]))
    figure, (beat, speed) = new_figure(1, 2, size=(10.5, 4.0), width_ratios=(1, 1.4))
    data = elver.simulate(program, 6.0, solver=solver, progress=False).samples
    late = np.searchsorted(data.time.values, 6.0 - float(data.attrs["period"]) * np.array([5, 4, 3, 2, 1]) / 6)
    for row, sample in enumerate(late):
        chain = data.body_position.values[sample][:, :2] - data.body_position.values[sample, 0, :2]
        beat.plot(chain[1:, 0], chain[1:, 1] - 0.12 * row, color=WATER, linewidth=3.0)
        yaw = 2 * np.arctan2(data.base_quaternion.values[sample, 3], data.base_quaternion.values[sample, 0])
        nose = 0.1 * np.array([np.cos(yaw), np.sin(yaw)])
        beat.plot(
            [-nose[0], nose[0]], [-nose[1] - 0.12 * row, nose[1] - 0.12 * row], color=INK, linewidth=7.0, solid_capstyle="round"
        )
    beat.set(aspect="equal", xlabel="x from the head's centre [m]", yticks=[])
    legend(beat, "soft-fish: five sixths of a beat")
    stiffness = np.geomspace(3e5, 3e7, 17)
    for hertz, color in ((2.0, SOFT), (3.0, WATER), (4.0, ACCENT)):
        parameters = {"gait.frequency": 2 * math.pi * hertz}
        speeds = [
            elver.simulate(program, 10.0, solver=solver, parameters=parameters | {"tail.modulus": E}, progress=False).summary[
                "cruise_speed"
            ]
            for E in stiffness
        ]
        speed.semilogx(stiffness / 1e6, speeds, color=color, marker=".", label=f"{hertz:g} beats a second")
    speed.set(xlabel="Young's modulus of the tail [MPa]", ylabel="speed [m/s]")
    legend(speed, "speed over stiffness")
    write(figure, FOLDER / "soft-fish.png", 90)


def rov() -> None:
    """The underwater vehicle from above with its thrusters, and how it comes back to its station in three currents."""
    figure, (seen, away, power) = new_figure(1, 3, size=(12.0, 3.6), width_ratios=(1, 1.2, 1.2))
    model = elver.scenario("rov").build()
    edges = np.array([model.robot.bodies[0].shape.l1, model.robot.bodies[0].shape.l2])
    seen.add_patch(Rectangle(-edges / 2, *edges, facecolor=SOFT, edgecolor=INK, alpha=0.5))
    for thruster in model.media["station"].thrusters:
        at, way = np.array(thruster.at[:2]), 0.12 * np.array(thruster.axis[:2])
        if np.linalg.norm(way) > 0:
            seen.annotate("", at + way, at, arrowprops={"arrowstyle": "-|>", "color": ACCENT, "linewidth": 1.8})
        else:
            seen.plot(*at, "o", color=ACCENT, markersize=9, markerfacecolor="none")
    seen.set(aspect="equal", xlim=(-0.3, 0.3), ylim=(-0.3, 0.3), xlabel="forward [m]", ylabel="to port [m]")
    legend(seen, "thrusters; rings: upright")
    for speed, color in ((0.3, SOFT), (0.5, WATER), (0.7, ACCENT)):
        run = swim("rov", water__current=(speed, 0.0, 0.0))
        t, work = run.data.time.values, run.data.work.sel(flow="motor").values
        away.plot(t, 1e3 * np.linalg.norm(run.data.base_position.values, axis=1), color=color, label=f"{speed:g} m/s")
        power.plot(t, np.gradient(work, t), color=color)
    away.set(xlabel="time [s]", ylabel="distance from the station [mm]", xlim=(0, 20))
    power.set(xlabel="time [s]", ylabel="power of the shafts [W]", xlim=(0, 20))
    legend(away, "a current from behind begins at 0")
    power.set_title("what it costs", loc="left")
    write(figure, FOLDER / "rov-station.png", 100)


def hull() -> None:
    """The scull's hull: coefficients and the memory that was fitted to them."""
    hull_figure(scull_hull(), FOLDER / "hull-fit.png")


def papers() -> None:
    """The figures of docs/papers.md; a minute."""
    from make_tables import picture_of

    from elver.scenarios import ClaimRunner, paper_figures
    from elver.viz.paper_figures import draw_paper_figure

    bench = ClaimRunner()
    for figure in paper_figures():
        if picture := picture_of(figure):
            write(draw_paper_figure(figure, bench), FOLDER / picture, 70)


RATIOS = (  # heading of docs/performance.md, its figure, and what it compares
    ("One evaluation", "vs_pinocchio", "Pinocchio: articulated bodies, without water"),
    ("One evaluation", "vs_dart", "DART: added inertia, without drag"),
    ("One evaluation", "vs_mujoco", "MuJoCo: one Euler step with its fluid"),
    ("Contact", "path_vs_mujoco", "MuJoCo: Aiko among obstacles, path within 1 mm"),
    ("Contact", "speed_vs_siconos", "Siconos: a whole step of the same snake"),
    ("Contact", "solver_vs_siconos", "Siconos: its contact solver alone"),
    ("Many machines", "vs_mujoco", "MuJoCo: 4096 eels on two cores"),
    ("Closed loop", "env_vs_mujoco", "MuJoCo: 1024 eels with controllers, RK4"),
    ("Closed loop", "env_vs_mujoco_euler", "the same against MuJoCo's Euler"),
    ("Many machines", "vs_warp", "MuJoCo Warp: eels on one H200, single precision"),
)


def printed_figures() -> dict[tuple[str, str], float]:
    """The numbers that docs/performance.md prints, by heading (its first words) and name."""
    text, found = (Path(__file__).parent / "performance.md").read_text(encoding="utf-8"), {}
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        for name, value in re.findall(r"^    (\w+) +(\d[\d.e+-]*) ", part, re.M):
            found.setdefault((part.partition("\n")[0], name), float(value))
    return found


def ratios() -> None:
    """How many times the time of Elver the others take, from the printed tables; grey where it is less than twice."""
    printed = printed_figures()
    rows = [
        (label, next(v for (part, n), v in printed.items() if part.startswith(head) and n == name))
        for head, name, label in RATIOS
    ]
    figure, (axis,) = new_figure(size=(9.0, 4.2))
    places = np.arange(len(rows))[::-1]
    axis.barh(places, [value for _, value in rows], color=[WATER if value >= 2 else SOFT for _, value in rows], height=0.62)
    for place, (_, value) in zip(places, rows, strict=True):
        axis.text(value * 1.06, place, f"{value:.3g} x", va="center", fontsize=9, color=INK)
    axis.set_yticks(places, [label for label, _ in rows], fontsize=9)
    axis.set(xscale="log", xlim=(1, 300), xlabel="time of the other program over that of Elver, same work, one process")
    axis.axvline(1.0, color=INK, linewidth=1.0)
    axis.grid(False, axis="y")
    write(figure, FOLDER / "ratios.png", 100)


GROUPS = {
    "eel": eel,
    "ratios": ratios,
    "snakes": snakes,
    "obstacles": obstacle_figures,
    "moth": moth,
    "branches": moth_branches,
    "scull": scull,
    "rowing": rowing,
    "hull": hull,
    "rov": rov,
    "later": left_for_later,
    "studies": studies,
    "fish": fish,
    "fit": first_fit,
    "control": worked_controllers,
    "sphere": floating_sphere,
    "papers": papers,
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or GROUPS:
        GROUPS[name]()


if __name__ == "__main__":
    main()

"""Draw the pictures of the documentation: ``python docs/make_figures.py``."""

from __future__ import annotations

from pathlib import Path

import elver
from elver.show import search_figures, sweep_figures
from elver.show.outline import draw_machine, limits
from elver.show.style import ACCENT, INK, SOFT, WATER, legend, new_figure, write
from elver.simulation.measures import forward_speed
from elver.studies import pareto, sweep

FOLDER = Path(__file__).parent / "img"


def swim(name: str, **changes):
    scenario = elver.scenario(name)
    model = scenario.build({k.replace("__", "."): v for k, v in changes.items()})
    return elver.simulate(model, scenario.duration, scenario.dt, progress=False)


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
    left.set_title("eel-loop: vertical loop in 60 s, side view", loc="left", fontsize=11)
    right.set_title("eel: planar swimming, top view", loc="left", fontsize=11)
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
        axes[2 * row].set(xlabel="x [m]", ylabel="y [m]")
        axes[2 * row + 1].set(xlabel="time [s]", ylabel="forward speed [m/s]")
        legend(axes[2 * row], f"{gait}: path of the centre of mass")
        legend(axes[2 * row + 1], f"{gait}: forward speed")
    write(figure, FOLDER / "swimmer-cases.png", 100)


def studies() -> None:
    """A sweep of the published eel, and the front of cost against speed with the energy-consistent law."""
    speed = sweep("eel", {"gait.amplitude": "0.02:0.10:9", "gait.wavelength": "1.2:2.4:7"}, progress=False)
    write(sweep_figures(speed, names="mean_speed")["mean_speed"], FOLDER / "sweep.png", 90)
    box = {"gait.amplitude": "0.02:0.12", "gait.wavelength": "0.8:3"}
    goals = {"minimise": "cost_of_transport", "maximise": "mean_speed"}
    front = pareto("eel", box, **goals, changes={"water.law": "kirchhoff"}, duration=20, budget=480, progress=False)
    write(search_figures(front.history)["front"], FOLDER / "front.png", 90)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    plane, loop, kirchhoff = swim("eel"), swim("eel-loop"), swim("eel", water__law="kirchhoff")
    hero(loop, plane)
    two_ledgers(plane, kirchhoff)
    for run, names in ((plane, ("path", "speed", "torques", "ledger")), (loop, ("configurations",))):
        for name, figure in elver.figures(run, names=names, joints=("joint1", "joint25", "joint34")).items():
            write(figure, FOLDER / f"{run.data.attrs['model']}-{name}.png", 90)
    three_cases()
    studies()
    for name in ("swimmer", "snake-amphibious", "aiko-obstacles"):
        write(elver.figures(swim(name), names=["configurations"])["configurations"], FOLDER / f"{name}.png", 90)


if __name__ == "__main__":
    main()

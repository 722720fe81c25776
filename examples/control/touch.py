"""Aiko finds its way among pegs that it does not know, by touch: the controller of elver.systems.aiko.obstacle_control.

The published wave and the controller run in the same field of the scenario ``aiko-pegs``. Printed: speed, work, pegs touched, and
how far off the places of link and pegs are that the snake worked out from joint angles, a gyroscope and contact forces.

    python examples/control/touch.py [--field 102] [--apart 0.32] [--seconds 20] [--out FOLDER]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from control_report import table

import elver
from elver.results import body_centre
from elver.systems.aiko.obstacle_control import touching_aiko
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WATER, new_figure, write

DT, SAMPLE = 5e-4, 0.02  # s
ARROW = 0.012  # m/N
SURE = 5  # readings after which a peg is drawn and counted


def crawl(changes: dict, seconds: float) -> dict:
    """Runs by name, and the map of the controller."""
    options = {"solver": elver.Solver(dt=DT), "save": elver.Save(every=SAMPLE), "progress": False}
    field = touching_aiko(changes)
    touch = elver.simulate(field.model, seconds, control=field.control, sensors=field.sensors, **options)
    wave = elver.simulate(elver.scenario("aiko-pegs").build(changes), seconds, **options)
    return {"published wave": wave, "by touch": touch, "map": field.controller.map}


def located(run, known) -> tuple[np.ndarray, np.ndarray, float]:
    """Estimated pegs that were read often, their errors [m], and the error of the middle link's place at the end [m]."""
    middle = f"link{known.links.middle + 1}"
    off = float(np.linalg.norm(body_centre(run.data, middle)[-1, :2] - known.place))
    pegs = run.data.obstacle_outline.values[:, :-1].mean(axis=1)
    sure = known.pegs[np.array(known.readings) >= SURE]
    return sure, np.linalg.norm(sure[:, None] - pegs[None], axis=-1).min(axis=1), off


def draw(run, known, path: Path) -> None:
    """The snake at four instants with its sensed contact forces; the pegs as they stand and as it places them."""
    data, last = run.data, len(run.data.time) - 1
    sure, *_ = located(run, known)
    centres = np.stack([body_centre(data, name)[:, :2] for name in data.body.values.tolist()], axis=1)
    low, high = centres.min(axis=(0, 1)) - 0.2, centres.max(axis=(0, 1)) + 0.2
    figure, (axis,) = new_figure(1, 1, size=(9.0, 1.0 + 8.0 * min((high - low)[1] / (high - low)[0], 1.0)))
    for outline in data.obstacle_outline.values:
        axis.fill(*outline.T, color=SOFT, alpha=0.6, linewidth=0)
    yaws = 2 * np.arctan2(data.base_quaternion.values[:, 3], data.base_quaternion.values[:, 0])
    headings = yaws[:, None] + np.cumsum(np.pad(data.joint_position.values, ((0, 0), (1, 0))), axis=1)
    along = np.stack([np.cos(headings), np.sin(headings)], axis=-1)
    for k, colour in zip(np.linspace(0, last, 4).astype(int), (WATER, LEAF, WATER, LEAF), strict=True):
        ends = known.links.half_length * along[k]
        for place, end in zip(centres[k], ends, strict=True):
            axis.plot(
                *np.stack([place - end, place + end], axis=1), color=colour, alpha=0.45, linewidth=7, solid_capstyle="round"
            )
        for place, (a, b), (c, s) in zip(centres[k], data.sensed_contact.values[k].reshape(-1, 2), along[k], strict=True):
            force = ARROW * np.array([c * a - s * b, s * a + c * b])
            if np.hypot(*force) > 2 * ARROW:
                axis.annotate("", place + force, place, arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.2}, zorder=6)
        axis.annotate(f"{data.time.values[k]:.0f} s", centres[k, 0], (0, 9), textcoords="offset points", fontsize=9, color=INK)
    axis.plot(*centres[:, centres.shape[1] // 2].T, color=INK, linewidth=0.8, linestyle=":")
    axis.plot(*sure.T, "+", color=ACCENT, markersize=9, markeredgewidth=1.6, zorder=7)
    axis.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    axis.grid(False)
    axis.set_title("forces that are sensed (arrows), pegs (grey), where the snake places them (crosses)", loc="left",
                   fontsize=10, color=INK)  # fmt: skip
    write(figure, path, 100)


def main(given=None) -> list[list]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--field", type=int, default=102, metavar="SEED", help="seed of the pegs' places (default: 102)")
    parser.add_argument("--apart", type=float, default=0.32, metavar="M", help="least distance of two pegs (default: 0.32 m)")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where the picture goes (default: here)")
    options = parser.parse_args(given)
    options.out.mkdir(parents=True, exist_ok=True)
    runs = crawl({"pegs.seed": options.field, "pegs.apart": options.apart}, options.seconds)
    known, rows = runs.pop("map"), []
    for name, run in runs.items():
        way = run.data.com_position.values[:, 0]
        touched = np.unique(run.data.touched.values)
        work = run.summary["work_positive"]
        rows.append([name, f"{way[-1] - way[0]:+.2f}", f"{(way[-1] - way[0]) / options.seconds:+.3f}", f"{work:.0f}",
                     int((touched >= 0).sum())])  # fmt: skip
    print(
        table(f"{options.seconds:g} s in field {options.field}", ["", "way [m]", "speed [m/s]", "work [J]", "pegs touched"], rows)
    )
    sure, errors, off = located(runs["by touch"], known)
    if len(errors):
        middle, most = 1000 * np.median(errors), 1000 * errors.max()
        print(f"{len(sure)} pegs located, error {middle:.0f} mm in the median, {most:.0f} mm at most")
        print(f"the middle link's place is off by {1000 * off:.0f} mm at the end")
    draw(runs["by touch"], known, options.out / "aiko-touch.png")
    return rows


if __name__ == "__main__":
    main()

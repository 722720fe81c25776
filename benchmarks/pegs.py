"""Aiko among pegs that it does not know: the published wave, the best wave, and the controller by touch."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

import elver
from elver.systems.aiko.obstacle_control import TouchSettings, touching_aiko
from timing import arguments, in_processes

DESCRIPTION = "Aiko among pegs that it does not know: the published wave, the best wave, and the controller by touch."
EPILOG = """\
Every field of aiko-pegs is run from the same start with the same joint amplitude, joint rates, torque limit and ground friction.
Seeds 1 to 10 are those that the controllers were tuned on, 101 to 120 those of the tables in docs/models/obstacle-aided.md.

speed     progress of the centre of mass along +x over the time; * where it is a body length (1.34 m) or more: success
energy    positive work of the motors over the progress; - below a tenth of a body length
pegs      touched at a sample (every 20 ms)
"""
SAMPLE = 0.02  # s
TUNED = TouchSettings()
STEERED = replace(TUNED, bulge=0.0)
CONTROLLERS = {
    "published": None,  # the wave (71)
    "wave": replace(STEERED, steer=0.0),  # the best wave of constant amplitude and phase, at the same joint rates; no sensor
    "steered": STEERED,  # the same, steered by its heading: no contact force is used
    "touch": TUNED,
}
HEADS = ("m/s", "J/m", "pegs")


def measure(name: str, seed: int, apart: float, seconds: float, dt: float) -> dict:
    """One run: speed along +x [m/s], progress of a body length, positive work of the motors over progress [J/m], pegs touched."""
    changes, settings = {"pegs.seed": seed, "pegs.apart": apart}, CONTROLLERS[name]
    more = {"solver": elver.Solver(dt=dt), "save": elver.Save(every=SAMPLE), "progress": False}
    if settings is None:
        run = elver.simulate(elver.scenario("aiko-pegs").build(changes), seconds, **more)
    else:
        field = touching_aiko(changes, settings)
        run = elver.simulate(field.model, seconds, control=field.control, sensors=field.sensors, **more)
    if run.status != "finished":
        raise SystemExit(f"{name}, seed {seed}, {apart} m: {run.status_detail}")
    way = run.data.com_position.values[:, 0]
    progress = float(way[-1] - way[0])
    body = 11 * elver.scenario("aiko-pegs").parameter("body.length").default
    touched = np.unique(run.data.touched.values)
    return {
        "controller": name, "seed": seed, "apart": apart, "speed": progress / seconds, "success": progress >= body,
        "energy": run.summary["work_positive"] / progress if progress > 0.1 * body else None, "pegs": int((touched >= 0).sum()),
    }  # fmt: skip


def summarised(rows: list[dict]) -> dict:
    """Medians over fields; the energy over those with a tenth of a body length of progress."""
    energies = [row["energy"] for row in rows if row["energy"] is not None]
    return {
        "fields": len(rows),
        "median_speed": float(np.median([row["speed"] for row in rows])),
        "mean_speed": float(np.mean([row["speed"] for row in rows])),
        "success": float(np.mean([row["success"] for row in rows])),
        "median_energy": float(np.median(energies)) if energies else None,
        "median_pegs": float(np.median([row["pegs"] for row in rows])),
    }


def text(rows: list[dict], summaries: dict) -> str:
    """Tables: every field, then the medians."""
    lines = []
    for apart, by_controller in summaries.items():
        lines.append(f"\npegs {apart} m apart; of every controller: {', '.join(HEADS)}")
        lines.append("seed  " + "".join(f"{name:>26s}" for name in by_controller))
        own = {(row["controller"], row["seed"]): row for row in rows if f"{row['apart']:g}" == apart}
        for seed in sorted({seed for _, seed in own}):
            cells = [own[name, seed] for name in by_controller]
            shown = ["-" if c["energy"] is None else f"{c['energy']:.1f}" for c in cells]
            numbers = [f"{c['speed']:+12.3f}{' *'[c['success']]}{e:>8s}{c['pegs']:5d}" for c, e in zip(cells, shown, strict=True)]
            lines.append(f"{seed:4d}  " + "".join(numbers))
        for name, s in by_controller.items():
            energy = "-" if s["median_energy"] is None else f"{s['median_energy']:.1f}"
            lines.append(
                f"{name:10s} median {s['median_speed']:+.3f} m/s, mean {s['mean_speed']:+.3f}, "
                f"success {100 * s['success']:.0f} %, median {energy} J/m, {s['median_pegs']:g} pegs"
            )
    return "\n".join(lines)


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG, processes=True)
    parser.add_argument("--seeds", type=int, nargs=2, default=(101, 120), metavar=("FIRST", "LAST"))
    parser.add_argument("--apart", type=float, nargs="+", default=[0.28, 0.32, 0.36], metavar="M")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--dt", type=float, default=5e-4, help="step in seconds (0.0005)")
    parser.add_argument("--controllers", nargs="+", choices=list(CONTROLLERS), default=list(CONTROLLERS))
    options = parser.parse_args()
    seeds = range(options.seeds[0], options.seeds[1] + 1)
    tasks = [(c, s, a, options.seconds, options.dt) for a in options.apart for c in options.controllers for s in seeds]
    rows = in_processes(measure, tasks, options.processes, silent=options.json)
    summaries = {
        f"{apart:g}": {
            name: summarised([row for row in rows if (row["controller"], row["apart"]) == (name, apart)])
            for name in options.controllers
        }
        for apart in options.apart
    }
    print(json.dumps({"rows": rows, "summary": summaries}) if options.json else text(rows, summaries))


if __name__ == "__main__":
    main()

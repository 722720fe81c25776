"""The SoPrA fish with laws of water that were not there when its predictions were made: the second column of docs/reality.md.

    python examples/sopra/new_laws.py [NAME OF A VARIANT ...]

Every variant is fitted on the same two recordings (fit.yaml), then swims at the four beats that were blind. It is no prediction
any more: those who chose the laws knew what had come out.
"""

from __future__ import annotations

import sys

import numpy as np
from predict import BLIND, CHANNELS, FOLDER, at_beats

from elver.analysis import FitReport, fit_model, load_fit_text

MEASURED = {  # own scale: speed [mm/s], fin tip [mm], yaw [deg] (docs/reality.md)
    0.378: (22.5, 101, 8.0),
    0.940: (103.9, 106, 7.0),
    1.501: (201.8, 103, 6.0),
    1.659: (222.6, 98, 5.4),
}
TAIL = (50.0, 47.5, 45.0, 42.5, 40.0)  # mm, half heights of its segments
FALLING = "".join(f"  step{k}: {{type: edge, body: tail{k}, share: {1 - (TAIL[k + 1] / TAIL[k]) ** 2:.4f}}}\n" for k in range(4))
# Frontal areas [cm^2] of the authors' generator: box 48, attachment 30, motor's shaft 18 on the trunk; on the tail's segments the
# ribs that lead the tendons, 14 mm high and 97, 77, 57 and 37 mm wide, each where it is.
TRUNK, RIBS = 96.0, {"tail0": (13.6, 19), "tail1": (10.8, 19.5), "tail2": (8.0, 20.5), "tail3": (5.2, 19)}
WHOLE = TRUNK + sum(area for area, _ in RIBS.values())
ON_THE_TAIL = "".join(
    f"  ribs_{body}: {{type: bluff_drag, body: {body}, area: [drag_area * {area / WHOLE:.4f}, 0, 0], at: [{at} mm, 0, 0], "
    "speed: own}\n"
    for body, (area, at) in RIBS.items()
)
TRUNK_ONLY = ("area: [drag_area, 0, 0]", f"area: [drag_area * {TRUNK / WHOLE:.4f}, 0, 0]")
BY_REYNOLDS = ("friction: 0.01", "friction: {type: skin_friction, length: 500 mm}")
VARIANTS: dict[str, tuple[str, str, tuple]] = {  # name: law of the fin, further media, words changed
    "as predicted": ("wing", "", ()),
    "a fin with memory": ("unsteady_wing", "", ()),
    "a fin with memory, and a tail that sheds as it falls": ("unsteady_wing", FALLING, ()),
    "friction by the Reynolds number": ("wing", "", (BY_REYNOLDS,)),
    "friction by the Reynolds number, and ribs where they are": ("wing", ON_THE_TAIL, (TRUNK_ONLY, BY_REYNOLDS)),
    "both, and a fin with memory": ("unsteady_wing", ON_THE_TAIL, (TRUNK_ONLY, BY_REYNOLDS)),
}


def main() -> None:
    """Print one table."""
    text = (FOLDER / "fit.yaml").read_text()
    machine = (FOLDER / "sopra.yaml").read_text()
    print("| law | speed [mm/s] | off | fin tip | off | yaw | off | drag area [cm^2] |\n|---" + "|---" * 7 + "|")
    for name, (fin, more, words) in VARIANTS.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        changed = FOLDER / "_variant.yaml"
        own = machine.replace("fin_law: {value: wing,", f"fin_law: {{value: {fin},").replace("  fin: #", f"{more}  fin: #")
        for before, after in words:
            own = own.replace(before, after)
        changed.write_text(own)
        try:
            problem = load_fit_text(text.replace("sopra.yaml", changed.name), "fit.yaml", FOLDER)
            fit = fit_model(problem, report=FitReport(profiles=0, leave_out=False))
            told = at_beats(fit)
        finally:
            changed.unlink()
        cells = []
        for k, channel in enumerate(CHANNELS):
            found = np.array([told[beat, channel][0] for beat in BLIND])
            off = np.abs(found - [MEASURED[beat][k] for beat in BLIND]).mean()
            cells += [", ".join(f"{v:.1f}" for v in found), f"{off:.1f}"]
        area = next(e for e in fit.estimates if e.name == "drag_area").value * 1e4
        print(f"| {name} | {' | '.join(cells)} | {area:.0f} |", flush=True)


if __name__ == "__main__":
    main()

"""The SoPrA fish with laws of water that were not there when its predictions were made: the second column of docs/reality.md.

    python examples/sopra/new_laws.py

Every variant is fitted on the same two recordings (fit.yaml), then swims at the four beats that were blind. It is no prediction
any more: those who chose the laws knew what had come out.
"""

from __future__ import annotations

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
VARIANTS = {  # name: law of the fin, further media
    "as predicted": ("wing", ""),
    "a fin with memory": ("unsteady_wing", ""),
    "a fin with memory, and a tail that sheds as it falls": ("unsteady_wing", FALLING),
}


def main() -> None:
    """Print one table."""
    text = (FOLDER / "fit.yaml").read_text()
    machine = (FOLDER / "sopra.yaml").read_text()
    print("| law | speed [mm/s] | off | fin tip | off | yaw | off | drag area [cm^2] |\n|---" + "|---" * 7 + "|")
    for name, (fin, more) in VARIANTS.items():
        changed = FOLDER / "_variant.yaml"
        changed.write_text(
            machine.replace("fin_law: {value: wing,", f"fin_law: {{value: {fin},").replace("  fin: #", f"{more}  fin: #")
        )
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

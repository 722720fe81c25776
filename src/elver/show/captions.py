"""What looks wrong in a run, below the figures that it concerns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from elver.drawing.picture import Picture
from elver.drawing.style import ACCENT
from elver.results import Run
from elver.results.plausibility.kept import warnings_of

HULLS = ("metacentric height", "hull of another mass")
CONCERNS = {
    "path": ("discretisation", "bodies through each other"),
    "configurations": ("bodies through each other",),
    "joints": ("beyond a turn", "tracking", "looks like degrees"),
    "torques": ("torque limit",),
    "ledger": ("energy ledger", "energy from nothing"),
    "speed": ("step of the motion", "strip theory", "Reynolds number", *HULLS),
    "forward": ("strip theory", "Reynolds number"),
    "stroke": HULLS,
    "boat": HULLS,
}
MOST = 3  # warnings below a figure
NAMED = re.compile(r"joint '(.+?)'")
PER_INCH, SIZE = 17.0, 7.5  # letters of that size


def captioned(picture: Picture, run: Run, joints: Sequence[str] = ()):
    """The figure, with a line for every warning that concerns it."""
    figure = picture.draw(run, joints)
    found = [w["text"] for w in warnings_of(run.samples) if w["check"] in CONCERNS.get(picture.name, ())]
    if found:
        width = int(PER_INCH * figure.get_figwidth())
        lines = [line for text in found[:MOST] for line in textwrap.wrap(f"Warning: {text}.", width)]
        if len(found) > MOST:
            lines.append(f"And {len(found) - MOST} more, in the summary.")
        figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=SIZE, color=ACCENT)
    return figure


def with_named(run: Run, joints: Sequence[str], check: str) -> list[str]:
    """The joints, and those that a check has found."""
    named = [m.group(1) for w in warnings_of(run.samples) if w["check"] == check and (m := NAMED.match(w["where"]))]
    known = {str(n) for n in run.samples.joint.values} if run.samples.sizes.get("joint") else set()
    return [*joints, *(n for n in named if n in known and n not in joints)]

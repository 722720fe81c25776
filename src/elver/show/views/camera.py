"""Where a machine is looked at from: views by name or by angles, cameras that stay or follow."""

from __future__ import annotations

import math
from dataclasses import dataclass

from elver.choices import Follow
from elver.drawing.outline import VIEWS, best_view
from elver.drawing.picture import Film
from elver.errors import InputError, number_in
from elver.results import Run

NAMES = {"side": "xz", "top": "xy", "front": "yz", "iso": "3d"}
ANGLES = (-52.0, 18.0)  # degrees: azimuth and elevation of the usual view in space


@dataclass(frozen=True)
class Camera:
    """view: a plane such as ``xy``, ``3d``, or a view of the scenario's own.   azimuth, elevation [deg]: in space.

    follows: whether it keeps the base in the middle.   own: whether the scenario's own way to see its machine is used.
    zoom: size of the box in space within its picture.
    """

    view: str
    azimuth: float = ANGLES[0]
    elevation: float = ANGLES[1]
    follows: bool = False
    own: bool = True
    zoom: float = 1.1

    @property
    def solid(self) -> bool:
        """Whether the machine is seen in space."""
        return self.view == "3d"


def camera_of(run: Run, how: Film, view: str | None, follow: str | None) -> Camera:
    """The camera that is asked for, or the machine's usual one. view: a name, a plane, or azimuth and elevation in degrees.

    follow: ``base`` or ``stay``; None for what the scenario does itself, else a camera that stays.
    """
    return named_camera(view or how.view or best_view(run.data), how, follow, str(run.data.attrs["model"]))


def check_view(how: Film, view: str | None, follow: str | None, model: str) -> None:
    """Refuse a camera that there is not, before there is a run to be seen."""
    named_camera(view or how.view or "xy", how, follow, model)


def named_camera(name: str, how: Film, follow: str | None, model: str) -> Camera:
    """The camera of a view. model: its name, for messages."""
    if follow is not None and follow not in tuple(Follow):
        raise InputError(f"follow = '{follow}' is not known. Choose {' or '.join(Follow)}.")
    moves = {"follows": follow == Follow.BASE, "own": follow is None}
    if name in how.scenes:
        if follow is not None:
            raise InputError(f"view '{name}' has a camera of its own. Choose another view, such as iso, to say what it follows.")
        return Camera(name)
    if name in NAMES or name in VIEWS or name == "3d":
        return Camera(NAMES.get(name, name), **moves)
    azimuth, elevation = angles(name, how, model)
    return Camera("3d", azimuth, elevation, **moves)


def angles(text: str, how: Film, model: str) -> tuple[float, float]:
    """Azimuth and elevation [deg] that a text such as ``-60,25`` gives."""
    try:
        azimuth, elevation = map(number_in, text.split(","))
    except ValueError:
        own = f", {', '.join(how.scenes)}" if how.scenes else ""
        raise InputError(
            f"view '{text[:60]}' is not known for '{model}'. Choose {', '.join(NAMES)} (or {', '.join(VIEWS)}, 3d{own}), or give "
            "azimuth and elevation in degrees, such as -60,25."
        ) from None
    if not (math.isfinite(azimuth) and abs(elevation) <= 90):
        raise InputError(f"view '{text[:60]}': the elevation lies between -90 and 90 degrees.")
    return azimuth, elevation

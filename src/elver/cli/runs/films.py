"""Options of moving pictures, which `elver run` and `elver plot` share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elver.choices import Film, Follow
from elver.cli.given import number
from elver.cli.options import choice, option, seldom
from elver.errors import InputError

SPEED = "seconds of the run in a second of the moving picture: 0.25 is slow motion, 1 real time (default: all of it in 10 s)"
VIEW = "side, top, front, iso, azimuth and elevation in degrees such as -60,25, or a machine's own, such as boat"


@dataclass(frozen=True)
class FilmOptions:
    """How a run is seen in motion."""

    animate: str | None = choice("--animate", Film, "also write a moving picture")
    speed: str | None = seldom(option("--speed", "X", SPEED))
    fps: str | None = seldom(option("--fps", "N", "pictures a second (default 12)"))
    view: str | None = seldom(option("--view", "VIEW", VIEW))
    follow: str | None = seldom(choice("--follow", Follow, "keep the base in the middle, or show the whole way"))


def film_settings(options: FilmOptions, view: bool = False) -> dict[str, Any]:
    """Arguments of ``animate``, checked before anything is computed. view: --view and --follow serve other pictures too."""
    asked = {"--speed": options.speed, "--fps": options.fps}
    asked |= {} if view else {"--view": options.view, "--follow": options.follow}
    idle = [name for name, value in asked.items() if value is not None]
    if idle and not options.animate:
        raise InputError(f"{idle[0]} says how a moving picture looks. Add --animate gif (or mp4).")
    if not options.animate:
        return {}
    from elver.show.animation import FPS, check_film, check_kind

    check_kind(options.animate)
    settings: dict[str, Any] = {"speed": number("--speed", options.speed, None), "fps": number("--fps", options.fps, FPS)}
    check_film(**settings, kind=options.animate)
    return settings | {"view": options.view, "follow": options.follow}

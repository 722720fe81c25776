"""Options of moving pictures, which `elver run` and `elver plot` share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elver.choices import Film, Follow
from elver.cli.given import number
from elver.cli.options import choice, option, seldom
from elver.errors import InputError

if TYPE_CHECKING:
    from elver.drawing.picture import Film as Look

SPEED = "seconds of the run in a second of the moving picture: 0.25 is slow motion, 1 real time (default: all of it in 10 s)"
VIEW = "side, top, front, iso, azimuth and elevation in degrees such as -60,25, or one that the machine has of its own"


@dataclass(frozen=True)
class FilmOptions:
    """How a run is seen in motion."""

    animate: str | None = choice("--animate", Film, "also write a moving picture")
    speed: str | None = seldom(option("--speed", "X", SPEED))
    fps: str | None = seldom(option("--fps", "N", "pictures a second (default 12)"))
    view: str | None = seldom(option("--view", "VIEW", VIEW))
    follow: str | None = seldom(choice("--follow", Follow, "keep the base in the middle, or show the whole way"))


def film_settings(options: FilmOptions, view: bool = False) -> dict[str, Any]:
    """Arguments of ``animate``; their numbers and kind are checked. view: --view and --follow serve other pictures too."""
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


def check_seen(options: FilmOptions, how: Look, model: str) -> None:
    """Refuse a film from where the machine cannot be seen. how: the way it is seen in motion.   model: its name."""
    if options.animate:
        from elver.show.views.camera import check_view

        check_view(how, options.view, options.follow, model)


def refuse_film(options: FilmOptions, what: str, still: str | None = None) -> None:
    """Refuse all options of films and stills, for results that have none. what: such as ``a sweep``."""
    asked = {f"--{name}": getattr(options, name) for name in ("animate", "speed", "fps", "view", "follow")} | {"--still": still}
    for name in (name for name, value in asked.items() if value is not None):
        raise InputError(f"{what} has no moving picture and no stills. {name} is for a run (.nc).")

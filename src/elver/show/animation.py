"""A moving picture of a run: GIF, or MP4 where ffmpeg is at hand."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from elver.drawing.outline import VIEWS, best_view, draw_machine, draw_obstacles, draw_regions, limits
from elver.drawing.picture import Film
from elver.drawing.solid import draw_solid, room
from elver.drawing.style import INK, SOFT, WATER, new_figure
from elver.errors import InputError, WriteError, from_user
from elver.files import make_folder, shown, whole_file
from elver.packages import needed
from elver.results import Run
from elver.results.samples.parts import few_samples
from elver.show.drawn import scenario_of

FRAMES_PER_PERIOD = 24


def animate(run: Run, path, seconds: float = 10.0, fps: int = 12, view: str | None = None) -> Path:
    """Write an animation of a run that lasts ``seconds``. The ending of ``path`` (.gif or .mp4) says which kind.

    view: the plane ``xy``, ``xz`` or ``yz``, ``3d``, or one that the run's scenario has of its own; its scenario also says which
    is the usual one, and whether only as many of the last periods are shown as can be followed.
    """
    path = Path(path)
    if path.suffix not in (".gif", ".mp4"):
        raise InputError(f"animation '{path}' must end in .gif or .mp4.")
    if not (seconds > 0 and fps > 0):
        raise InputError(f"seconds = {seconds} and fps = {fps} must be greater than 0.")
    run = Run(few_samples(run.data))
    how = film_of(run)
    view = view or how.view or best_view(run.data)
    if view not in (*VIEWS, "3d", *how.scenes):
        own = f", or {', '.join(how.scenes)}" if how.scenes else ""
        raise InputError(f"view '{view}' is not known for '{run.data.attrs['model']}'. Choose {', '.join(VIEWS)} or 3d{own}.")
    what = "drawing the moving picture (are the data damaged or not finite?)"
    return from_user(what, write_film, run, path, max(2, round(seconds * fps)), fps, view)


def film_of(run: Run) -> Film:
    """How the run's scenario is seen in motion."""
    own = scenario_of(run)
    return own.film if own else Film()


def write_film(run: Run, path: Path, count: int, fps: int, view: str) -> Path:
    """Draw and write every frame."""
    needed("matplotlib", "a moving picture")
    from matplotlib.animation import FuncAnimation

    how = film_of(run)
    samples = chosen_samples(run.data, count, how.last_periods)
    if view in how.scenes:
        figure, draw = how.scenes[view](run)
    else:
        figure, draw = space(how.seen(run)) if view == "3d" else scene(how.seen(run), view)
    frames = FuncAnimation(figure, lambda k: draw(int(samples[k])), frames=len(samples), blit=False)
    make_folder(path.parent)
    with whole_file(path) as part, encoding(path):
        frames.save(part, writer=writer(path, fps), dpi=90)
    return path


@contextmanager
def encoding(path: Path) -> Iterator[None]:
    """A failure of ffmpeg as one message; its own last words tell why."""
    try:
        yield
    except subprocess.CalledProcessError as error:
        words = (error.stderr or b"no reason given").decode(errors="replace").strip().splitlines()
        raise WriteError(
            f"cannot write '{shown(path)}': ffmpeg failed ({words[-1][:200]}). Free some space, or choose .gif."
        ) from error


def chosen_samples(data, frames: int, last_periods: bool) -> np.ndarray:
    """Samples of the frames, evenly spaced: over the whole run, or over the last periods with enough frames for each."""
    last = data.sizes["time"] - 1
    shown = float(data.attrs["period"]) * max(1.0, frames / FRAMES_PER_PERIOD)
    first = 0
    if last_periods and shown > 0:
        first = int(np.searchsorted(data.time.values, float(data.time[-1]) - shown - 1e-9))
    return np.linspace(first, last, frames).round().astype(int)


def check_kind(kind: str) -> None:
    """Refuse an MP4 where there is no ffmpeg, before a run is made for it."""
    if kind == "mp4":
        find_ffmpeg()


def find_ffmpeg() -> str:
    """Path of ffmpeg: the system's, or that of the package imageio-ffmpeg."""
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError:
        raise InputError("an .mp4 needs ffmpeg. Install it, or `pip install elver[video]`, or choose .gif.") from None
    return get_ffmpeg_exe()


def writer(path: Path, fps: int):
    """Pillow for GIF; ffmpeg, from the system or the package imageio-ffmpeg, for MP4."""
    import matplotlib
    from matplotlib.animation import FFMpegWriter, PillowWriter

    if path.suffix == ".gif":
        return PillowWriter(fps=fps)
    matplotlib.rcParams["animation.ffmpeg_path"] = find_ffmpeg()
    return FFMpegWriter(fps=fps, bitrate=1800)


def clock(data, sample: int) -> str:
    """Name of the machine and time of a sample, in milliseconds where a run is short."""
    t, short = float(data.time[sample]), float(data.time[-1] - data.time[0]) < 2.0
    return f"{data.attrs['model']}   t = " + (f"{1e3 * t:6.1f} ms" if short else f"{t:5.1f} s")


def space(run: Run):
    """A 3-D figure and the function that draws one sample on it."""
    from matplotlib.ticker import MaxNLocator

    data = run.data
    figure, (axis,) = new_figure(size=(7.4, 5.4), subplot_kw={"projection": "3d"})
    centre, half = room(data)
    base = data.base_position.values
    travels = np.ptp(base, axis=0).max() > half.max()  # else its path would be a scribble on the machine
    for name, c, h in zip("xyz", centre, half, strict=True):
        axis.set(**{f"{name}lim": (c - h, c + h), f"{name}label": f"{name} [m]"})
        getattr(axis, f"{name}axis").set_major_locator(MaxNLocator(4))
    axis.set_box_aspect(half, zoom=1.1)
    axis.view_init(elev=18, azim=-52)

    def draw(sample: int):
        for artist in [*axis.lines, *axis.collections]:
            artist.remove()
        if travels:
            axis.plot(*base[: sample + 1].T, color=SOFT, linewidth=1.0)
        draw_solid(axis, data, sample)
        axis.set_title(clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure, draw


def scene(run: Run, view: str):
    """A figure and the function that draws one sample on it."""
    data = run.data
    i, j = VIEWS[view]
    (x0, x1), (y0, y1) = limits(data, view, margin=0.3)
    if y1 - y0 < 0.3 * (x1 - x0):
        middle, half = (y0 + y1) / 2, 0.15 * (x1 - x0)
        y0, y1 = middle - half, middle + half
    figure, (axis,) = new_figure(size=(8.0, min(8.0, max(2.6, 7.2 * (y1 - y0) / (x1 - x0) + 0.9))))
    base = data.base_position.values

    def draw(sample: int):
        for artist in [*axis.lines, *(c for c in axis.collections if c not in scenery)]:
            artist.remove()
        axis.plot(base[: sample + 1, i], base[: sample + 1, j], color=SOFT, linewidth=1.0)
        draw_machine(axis, data, sample, view, WATER)
        axis.set_title(clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    axis.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
    draw_regions(axis, data)
    draw_obstacles(axis, data)
    scenery = list(axis.collections)
    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once; doing it for every frame would take most of the time
    return figure, draw

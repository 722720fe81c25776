"""A moving picture of a run: GIF, or MP4 where ffmpeg is at hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.show.outline import VIEWS, best_view, draw_machine, draw_obstacles, draw_shore, limits
from elver.show.style import INK, SOFT, WATER, new_figure
from elver.simulation import Run


def animate(run: Run, path, seconds: float = 10.0, fps: int = 12, view: str | None = None) -> Path:
    """Write an animation of the whole run that lasts ``seconds``. The ending of ``path`` (.gif or .mp4) says which kind."""
    path = Path(path)
    if path.suffix not in (".gif", ".mp4"):
        raise InputError(f"animation '{path}' must end in .gif or .mp4.")
    if not (seconds > 0 and fps > 0):
        raise InputError(f"seconds = {seconds} and fps = {fps} must be greater than 0.")
    view = view or best_view(run.data)
    if view not in VIEWS:
        raise InputError(f"view '{view}' is not known. Choose {', '.join(VIEWS)}.")
    from matplotlib.animation import FuncAnimation

    samples = np.linspace(0, run.data.sizes["time"] - 1, max(2, round(seconds * fps))).round().astype(int)
    figure, draw = scene(run, view)
    film = FuncAnimation(figure, lambda k: draw(int(samples[k])), frames=len(samples), blit=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        film.save(path, writer=writer(path, fps), dpi=90)
    except OSError as error:
        raise InputError(f"cannot write '{path}': {error.strerror or error}. Choose a folder you can write to.") from error
    return path


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
        axis.set_title(f"{data.attrs['model']}   t = {float(data.time[sample]):5.1f} s", color=INK, fontsize=10)
        return axis.collections

    axis.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
    draw_shore(axis, run)
    draw_obstacles(axis, data)
    scenery = list(axis.collections)
    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once; doing it for every frame would take most of the time
    return figure, draw

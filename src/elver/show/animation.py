"""A moving picture of a run: GIF, or MP4 where ffmpeg is at hand."""

from __future__ import annotations

import math
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from elver.drawing.style import INK
from elver.errors import InputError, WriteError, from_user
from elver.files import make_folder, shown, whole_file
from elver.packages import is_installed, needed
from elver.results import Run
from elver.results.samples.parts import few_samples
from elver.show.drawn import film_of
from elver.show.views.camera import Camera, camera_of
from elver.show.views.stage import staged

FRAMES_PER_PERIOD = 24
SECONDS, FPS = 10.0, 12.0  # usual length and pictures a second
MOST_FRAMES = 3000
GIF_FPS = 50.0  # programs that show GIFs slow down faster ones
TICK = 100.0  # of a GIF's clock, a second


def animate(
    run: Run,
    path,
    seconds: float | None = None,
    fps: float = FPS,
    view: str | None = None,
    *,
    speed: float | None = None,
    follow: str | None = None,
) -> Path:
    """Write an animation of a run. The ending of ``path`` (.gif or .mp4) says which kind.

    speed: seconds of the run in a second of the picture: 1 is real time, 0.25 slow motion; None fits the run into ``seconds``
    (default 10). The picture says it. With both, the film ends after ``seconds``.
    fps: pictures a second.   view: ``side``, ``top``, ``front``, ``iso``, azimuth and elevation in degrees such as ``-60,25``,
    a plane ``xy``, ``xz``, ``yz``, or one that the run's scenario has of its own, which also says what is usual, and whether
    only as many of the last periods are shown as can be followed.   follow: ``base`` keeps it in the middle, ``stay`` shows all.
    """
    path = Path(path)
    if path.suffix not in (".gif", ".mp4"):
        raise InputError(f"animation '{path}' must end in .gif or .mp4.")
    check_film(fps=fps, speed=speed, seconds=seconds, kind=path.suffix[1:])
    run = Run(few_samples(run.data))
    how = film_of(run)
    camera = camera_of(run, how, view, follow)
    rate = TICK / round(TICK / fps) if path.suffix == ".gif" else float(fps)
    samples, pace = chosen_frames(run.data, rate, seconds, speed, how.last_periods)
    what = "drawing the moving picture (are the data damaged or not finite?)"
    return from_user(what, write_film, run, path, samples, rate, camera, pace)


def check_film(fps: float, speed: float | None, seconds: float | None = None, kind: str = "gif") -> None:
    """Refuse numbers of no film."""
    for name, value in (("fps", fps), ("speed", speed), ("seconds", seconds)):
        if value is not None and not 0 < value < math.inf:
            raise InputError(f"{name} = {value:g} of a moving picture. Give a number greater than 0.")
    if kind == "gif" and fps > GIF_FPS:
        raise InputError(f"fps = {fps:g}: a .gif shows at most {GIF_FPS:g} pictures a second. Give fewer, or choose mp4.")


def chosen_frames(data, fps: float, seconds: float | None, speed: float | None, last_periods: bool) -> tuple[np.ndarray, float]:
    """Samples of the frames, and how many seconds of the run pass in one of the picture."""
    if speed is None:
        samples = chosen_samples(data, max(2, round((seconds or SECONDS) * fps)), last_periods)
        span = float(data.time[samples[-1]] - data.time[samples[0]])
        return samples, span * fps / (len(samples) - 1)
    times = data.time.values
    length = min(float(times[-1] - times[0]), speed * (seconds or (SECONDS if last_periods else math.inf)))
    frames = max(2, round(length / speed * fps) + 1)
    if frames > MOST_FRAMES:
        raise InputError(
            f"a film of {length:g} s at {speed:g} x real time has {frames} pictures, and {MOST_FRAMES} are the most. "
            "Give a larger speed, fewer fps, or a shorter run."
        )
    first = float(times[-1]) - length if last_periods else float(times[0])
    wanted = first + np.arange(frames) * speed / fps
    samples = np.interp(wanted, times, np.arange(len(times))).round().astype(int)
    if (repeats := frames / len(set(samples.tolist()))) > 2:
        warnings.warn(
            f"each sample of the run is shown for {repeats:.2g} pictures: at this speed its samples are far apart. A run with "
            "closer ones (output, or --output S) moves more smoothly.",
            stacklevel=3,
        )
    return samples, speed


def write_film(run: Run, path: Path, samples: np.ndarray, fps: float, camera: Camera, pace: float) -> Path:
    """Draw and write every frame."""
    needed("matplotlib", "a moving picture")
    from matplotlib.animation import FuncAnimation

    figure, draw = staged(run, film_of(run), camera)
    figure.text(0.995, 0.99, pace_text(pace), ha="right", va="top", fontsize=9, color=INK)
    frames = FuncAnimation(figure, lambda k: draw(int(samples[k])), frames=len(samples), blit=False)
    make_folder(path.parent)
    with whole_file(path) as part, encoding(path):
        frames.save(part, writer=writer(path, fps), dpi=90)
    return path


def pace_text(pace: float) -> str:
    """How fast a film is, for its corner."""
    return "real time" if abs(pace - 1) < 5e-3 else f"{pace:.2g} x real time"


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
    """Refuse a film whose packages are missing, and an MP4 where there is no ffmpeg, before a run is made for it."""
    for package in ("xarray", "matplotlib"):
        if not is_installed(package):  # it is imported when there is something to draw
            needed(package, "a moving picture")
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
        raise InputError('an .mp4 needs ffmpeg. Install it, or `pip install "elver[video]"`, or choose .gif.') from None
    return get_ffmpeg_exe()


def writer(path: Path, fps: float):
    """Pillow for GIF; ffmpeg, from the system or the package imageio-ffmpeg, for MP4."""
    import matplotlib
    from matplotlib.animation import FFMpegWriter, PillowWriter

    if path.suffix == ".gif":
        return PillowWriter(fps=fps)  # type: ignore[arg-type]
    matplotlib.rcParams["animation.ffmpeg_path"] = find_ffmpeg()
    return FFMpegWriter(fps=fps, bitrate=1800)  # type: ignore[arg-type]

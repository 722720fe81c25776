"""Pictures one after the other as a file: GIF and WebP by Pillow, MP4 and WebM by ffmpeg."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.choices import FilmKind
from elver._support.errors import InputError, WriteError
from elver._support.files import make_folder, shown, whole_file
from elver._support.resources import is_installed, needed, require_memory

VIDEOS = (FilmKind.MP4, FilmKind.WEBM)
TICK = 100.0  # of a GIF's clock, a second
_COLOURS = 255  # of a GIF; one more says what does not change
_CODECS = {  # yuv420p: what every player shows; quality 20 of 51 for H.264, 33 of 63 for VP9
    "mp4": ("-c:v", "libx264", "-preset", "medium", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart"),
    "webm": ("-c:v", "libvpx-vp9", "-crf", "33", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6", "-row-mt", "1",
             "-pix_fmt", "yuv420p"),
}  # fmt: skip

Draw = Callable[[int], np.ndarray]  # picture number k as (height, width, 3) bytes


def check_kind(kind: str) -> None:
    """Refuse a film whose packages are missing, and a video where there is no ffmpeg, before a run is made for it."""
    for package in ("xarray", "matplotlib"):
        if not is_installed(package):  # it is imported when there is something to draw
            needed(package, "a moving picture")
    if kind in VIDEOS:
        find_ffmpeg(kind)


def find_ffmpeg(kind: str) -> str:
    """Path of ffmpeg: the system's, or that of the package imageio-ffmpeg."""
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError:
        raise InputError(f'an .{kind} needs ffmpeg. Install it, or `pip install "elver[video]"`, or choose .gif.') from None
    return get_ffmpeg_exe()


def write_film(path: Path, draw: Draw, count: int, fps: float) -> Path:
    """Write ``count`` pictures at ``fps`` a second, whole or not at all; the ending of the path says how.

    draw(k): any picture at any time; a GIF looks at three of them for its colours before it begins.
    """
    kind = path.suffix[1:]
    make_folder(path.parent)
    with whole_file(path) as part:
        if kind in VIDEOS:
            _video(path, part, draw, count, fps)
        elif kind == FilmKind.WEBP:
            _webp(part, draw, count, fps)
        else:
            _gif(part, draw, count, fps)
    return path


def _gif(part: Path, draw: Draw, count: int, fps: float) -> None:
    """One table of colours for all pictures: with one for each of them, plain areas would flicker."""
    from PIL import Image

    looked = np.concatenate([draw(k) for k in sorted({0, count // 2, count - 1})])
    colours = Image.fromarray(looked).quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)

    def frames() -> Iterator[Image.Image]:
        for k in range(count):
            yield Image.fromarray(draw(k)).quantize(palette=colours, dither=Image.Dither.NONE)

    own = frames()
    next(own).save(part, "GIF", save_all=True, append_images=own, duration=round(1000 / fps), loop=0)


def _webp(part: Path, draw: Draw, count: int, fps: float) -> None:
    from PIL import Image

    first = Image.fromarray(draw(0))
    require_memory(f"{count} pictures of a .webp", 3.0 * count * first.width * first.height, "Choose .mp4, or fewer pictures")
    others = [Image.fromarray(draw(k)) for k in range(1, count)]
    first.save(part, "WEBP", save_all=True, append_images=others, duration=round(1000 / fps), loop=0, quality=82, method=3)


def _video(path: Path, part: Path, draw: Draw, count: int, fps: float) -> None:
    """Raw pictures into ffmpeg; its sides are even numbers of pixels, as the format wants."""
    first = draw(0)
    high, wide = (side - side % 2 for side in first.shape[:2])
    given = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{wide}x{high}", "-r", f"{fps:g}", "-i", "-")
    kind = path.suffix[1:]
    command = [find_ffmpeg(kind), "-y", "-loglevel", "error", *given, *_CODECS[kind], "-f", kind, str(part)]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said) as process:
            pipe: Any = process.stdin
            try:
                for k in range(count):
                    pipe.write(np.ascontiguousarray((first if k == 0 else draw(k))[:high, :wide]).tobytes())
                pipe.close()
            except BrokenPipeError:
                pass  # its last words tell why
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            said.seek(0)
            raise failed(path, said.read())


def failed(path: Path, said: bytes) -> WriteError:
    """A failure of ffmpeg as one message; its own last words tell why."""
    words = (said or b"no reason given").decode(errors="replace").strip().splitlines()
    return WriteError(f"cannot write '{shown(path)}': ffmpeg failed ({words[-1][:200]}). Free some space, or choose .gif.")

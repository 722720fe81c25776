"""Films and stills: cameras and views, frames, encoding."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.choices import FilmKind, Follow, Renderer
from elver._support.errors import InputError, from_user, number_in, unknown_name
from elver._support.resources import needed
from elver.results import Run
from elver.results.samples import few_samples
from elver.scenarios import Film
from elver.symbolic.spatial import rotate
from elver.viz.bodies import body_colours
from elver.viz.browser import BrowserError, find_browser, require_browser
from elver.viz.encoding import TICK, VIDEOS, write_film
from elver.viz.machine import (
    VIEWS,
    best_view,
    draw_around,
    draw_machine,
    draw_obstacles,
    draw_regions,
    draw_solid,
    draw_water,
    limits,
    machine_size,
    moves_in_space,
    room,
)
from elver.viz.page.payload import arrows_of
from elver.viz.plots import film_of
from elver.viz.style import INK, LEAF, SOFT, WATER, in_handy_units, new_figure, shown_name

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# --- Where a machine is looked at from: views by name or by angles, cameras that stay or follow.

_NAMES = {"side": "xz", "top": "xy", "front": "yz", "iso": "3d"}
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
    usual = how.view or ("3d" if moves_in_space(run.data) else best_view(run.data))
    return _named_camera(view or usual, how, follow, str(run.data.attrs["model"]))


def check_view(how: Film, view: str | None, follow: str | None, model: str) -> None:
    """Refuse a camera that there is not, before there is a run to be seen."""
    _named_camera(view or how.view or "xy", how, follow, model)


def _named_camera(name: str, how: Film, follow: str | None, model: str) -> Camera:
    """The camera of a view. model: its name, for messages."""
    if follow is not None and follow not in tuple(Follow):
        raise InputError(f"follow = '{follow}' is not known. Choose {' or '.join(Follow)}.")
    moves = {"follows": follow == Follow.BASE, "own": follow is None}
    if name in how.scenes:
        if follow is not None:
            raise InputError(f"view '{name}' has a camera of its own. Choose another view, such as iso, to say what it follows.")
        return Camera(name)
    if name in _NAMES or name in VIEWS or name == "3d":
        return Camera(_NAMES.get(name, name), **moves)
    azimuth, elevation = angles(name, how, model)
    return Camera("3d", azimuth, elevation, **moves)


def angles(text: str, how: Film, model: str) -> tuple[float, float]:
    """Azimuth and elevation [deg] that a text such as ``-60,25`` gives."""
    try:
        azimuth, elevation = map(number_in, text.split(","))
    except ValueError:
        own = f", {', '.join(how.scenes)}" if how.scenes else ""
        raise InputError(
            f"view '{text[:60]}' is not known for '{model}'. Choose {', '.join(_NAMES)} (or {', '.join(VIEWS)}, 3d{own}), "
            "or give "
            "azimuth and elevation in degrees, such as -60,25."
        ) from None
    if not (math.isfinite(azimuth) and abs(elevation) <= 90):
        raise InputError(f"view '{text[:60]}': the elevation lies between -90 and 90 degrees.")
    return azimuth, elevation


# --- Ticks and names of axes in space: as many as there is room for where they are seen, and no name on a number.

_NUMBERS = 4  # intervals between ticks, at most
WIDTH, HEIGHT = 24.0, 10.0  # points that the number at a tick takes
_APART = 24.0  # points by which the name of an axis is moved off where its box is as narrow as a line


def _spread_out(axis: Axes, half: np.ndarray) -> None:
    """Ticks and names of the three axes of a box with these half edges [m]."""
    locator = _roomy_locator()
    for name, own in zip("xyz", half, strict=True):
        line = getattr(axis, f"{name}axis")
        line.set_major_locator(locator(_NUMBERS))
        beside = max(float(edge) for other, edge in zip("xyz", half, strict=True) if other != name)
        line.labelpad += _APART * (1 - beside / max(float(own), beside))  # Matplotlib moves it off by shares of the edges beside


def _roomy_locator() -> type:
    """The class of locators; a function, so that Matplotlib is imported only where something is drawn."""
    from matplotlib.ticker import MaxNLocator

    class Roomy(MaxNLocator):
        """Round numbers, of which only so many are kept as stand beside each other without touching."""

        def __call__(self) -> Any:
            line: Any = self.axis
            low, high = sorted(line.get_view_interval())
            return thinned(np.array([t for t in super().__call__() if low <= t <= high]), _seen_axis(line) / (high - low))

    return Roomy


def thinned(ticks: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Every tick, every second, and so on, until numbers have room. scale: (right, up) in points of one unit of the axis."""
    for every in range(1, len(ticks)):
        right, up = np.abs(scale * (ticks[every] - ticks[0]))
        if right >= WIDTH or up >= HEIGHT:
            return ticks[::every]
    return ticks[len(ticks) // 2 :][:1]


def _seen_axis(line: Any) -> np.ndarray:
    """The way (right, up) from one end of an axis in space to the other, where it is seen [points]."""
    from mpl_toolkits.mplot3d import proj3d

    axis = line.axes
    ends = np.array([[np.mean(getattr(axis, f"get_{name}lim")())] * 2 for name in "xyz"])
    ends["xyz".index(line.axis_name)] = getattr(axis, f"get_{line.axis_name}lim")()
    flat = np.array(proj3d.proj_transform(*ends, axis.get_proj())[:2])
    seen = axis.transData.transform(flat.T)
    return (seen[1] - seen[0]) * 72.0 / axis.get_figure().dpi


# --- The machine on its stage: axes to scale, what lies around, and the function that draws one sample.

_Draw = Callable[[int], object]


def staged(run: Run, how: Film, camera: Camera) -> tuple:
    """A figure with one axis, laid out, and the function that draws one sample on it."""
    if camera.view in how.scenes:
        return how.scenes[camera.view](run)
    seen = how.seen(run) if camera.own else run
    figure, axis = _solid_axis() if camera.solid else _flat_axis(seen, camera)
    draw = _stage(axis, seen, how, camera)
    draw(0)
    in_handy_units(figure)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once; doing it for every frame would take most of the time
    return figure, draw


def _solid_axis() -> tuple:
    """A figure with one axis in space."""
    figure, (axis,) = new_figure(size=(7.4, 5.4), subplot_kw={"projection": "3d"})
    return figure, axis


def _flat_axis(run: Run, camera: Camera) -> tuple:
    """A figure with one axis in a plane, as high as what is seen there."""
    (x0, x1), (y0, y1) = _flat_window(run.data, camera)
    figure, (axis,) = new_figure(size=(8.0, min(8.0, max(2.6, 7.2 * (y1 - y0) / (x1 - x0) + 0.9))))
    return figure, axis


def _stage(axis: Any, run: Run, how: Film, camera: Camera) -> _Draw:
    """Prepare an axis; the function that draws one sample on it."""
    return _solid_stage(axis, run, how, camera) if camera.solid else _flat_stage(axis, run, how, camera)


def clock_text(data: xr.Dataset, sample: int) -> str:
    """Time of a sample, in milliseconds where a run is short."""
    t, short = float(data.time[sample]), float(data.time[-1] - data.time[0]) < 2.0
    return "t = " + (f"{1e3 * t:6.1f} ms" if short else f"{t:5.2f} s")


def _clock(data: xr.Dataset, sample: int) -> str:
    """Name of the machine and time of a sample."""
    return f"{shown_name(data)}   {clock_text(data, sample)}"


def _flat_window(data: xr.Dataset, camera: Camera) -> tuple[tuple[float, float], tuple[float, float]]:
    """Limits of a plane [m], never very flat: of the whole run, or about the base where the camera follows it."""
    i, j = VIEWS[camera.view]
    if camera.follows:
        centre, half = room(data, about_base=True)
        (x0, x1), (y0, y1) = ((centre[k] - half[k], centre[k] + half[k]) for k in (i, j))
    else:
        (x0, x1), (y0, y1) = limits(data, camera.view, margin=0.3)
    if y1 - y0 < 0.3 * (x1 - x0):
        middle, half = (y0 + y1) / 2, 0.15 * (x1 - x0)
        y0, y1 = middle - half, middle + half
    return (float(x0), float(x1)), (float(y0), float(y1))


def _flat_stage(axis: Axes, run: Run, how: Film, camera: Camera) -> _Draw:
    """A machine in a plane: regions, obstacles, the water's surface from the side, and the path of the base."""
    data, view = run.data, camera.view
    i, j = VIEWS[view]
    window, base = _flat_window(data, camera), data.base_position.values
    colors = how.colors(data) if how.colors else body_colours(data)
    axis.set(aspect="equal", xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
    axis.set_xlim(*(limits(data, view, margin=window[0][1] - window[0][0])[0] if camera.follows else window[0]))
    draw_regions(axis, data)
    axis.set(xlim=window[0], ylim=window[1])
    if view == "xy":
        draw_obstacles(axis, data)
    scenery = list(axis.collections)

    def draw(sample: int) -> Iterable[Artist]:
        for artist in [*axis.lines, *(c for c in axis.collections if c not in scenery)]:
            artist.remove()
        if camera.follows:
            for name, place, (low, high) in zip("xy", base[sample][[i, j]], window, strict=True):
                axis.set(**{f"{name}lim": (place + low, place + high)})
        axis.plot(base[: sample + 1, i], base[: sample + 1, j], color=SOFT, linewidth=1.0)
        draw_water(axis, data, view)
        draw_machine(axis, data, sample, view, WATER, colors=colors)
        axis.set_title(_clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    return draw


def _solid_stage(axis: Any, run: Run, how: Film, camera: Camera) -> _Draw:
    """A machine in space: water's surface, obstacles, and the path of the base where it travels."""
    data = run.data
    base = data.base_position.values
    centre, half = room(data, about_base=camera.follows)
    travels = np.ptp(base, axis=0).max() > half.max()  # else its path would be a scribble on the machine
    colors = how.colors(data) if how.colors else body_colours(data)
    forces = [arrow for arrow in arrows_of(data, machine_size(data)) if arrow["shown"] and arrow["scale"]]
    for name in "xyz":
        axis.set(**{f"{name}label": f"{name} [m]"})
    _spread_out(axis, half)
    axis.set_box_aspect(half.copy(), zoom=camera.zoom)  # it scales what it is given
    axis.view_init(elev=camera.elevation, azim=camera.azimuth)

    def draw(sample: int) -> Iterable[Artist]:
        for artist in [*axis.lines, *axis.collections]:
            artist.remove()
        middle = centre + base[sample] if camera.follows else centre
        for name, c, h in zip("xyz", middle, half, strict=True):
            axis.set(**{f"{name}lim": (c - h, c + h)})
        if travels:
            path = base[: sample + 1]
            near = path[(np.abs(path - middle) <= half).all(axis=1)]  # nothing is cut off at the walls in space
            axis.plot(*near.T, color=SOFT, linewidth=1.0)
        draw_around(axis, data, middle, half)
        draw_solid(axis, data, sample, colors)
        for arrows in forces:
            _solid_arrows(axis, data, sample, arrows)
        axis.set_title(_clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    return draw


def _solid_arrows(axis: Any, data: xr.Dataset, sample: int, arrow: dict[str, Any]) -> None:
    """Forces of one kind on the bodies, as the live page draws them. arrow: of ``page.payload.arrows_of``."""
    field = data[arrow["field"]] if arrow["field"] in data else data.body_force.sel(force=arrow["name"])
    names = data.body.values.tolist()
    rows = [names.index(name) for name in field[field.dims[1]].values.tolist()]
    place, turn, com = data.body_position.values[sample], data.body_quaternion.values[sample], data.body_com.values
    long = arrow["scale"] * np.nan_to_num(field.values[sample])
    long = np.pad(long, ((0, 0), (0, 3 - long.shape[1])))  # contacts of the plane push along x and y
    at = (place + rotate(turn, com))[rows]
    axis.quiver(*at.T, *long.T, color=LEAF, linewidth=1.1, arrow_length_ratio=0.25)


# --- A moving picture of a run: GIF or WebP, MP4 or WebM where ffmpeg is at hand; by the page's scene or by Matplotlib.

FRAMES_PER_PERIOD = 24
SECONDS, FPS = 10.0, 12.0  # usual length and pictures a second
_MOST_FRAMES = 3000
_GIF_FPS = 50.0  # programs that show GIFs slow down faster ones
_DOTS = 90  # an inch, of drawn films
_SIZE = {True: (960, 540), False: (720, 405)}  # pixels of the scene: of videos, and of files without their compression


def animate(
    run: Run,
    path: str | Path,
    seconds: float | None = None,
    fps: float = FPS,
    view: str | None = None,
    *,
    speed: float | None = None,
    follow: str | None = None,
    renderer: str | None = None,
) -> Path:
    """Write an animation of a run.

    Parameters
    ----------
    run : Run
        With two samples or more.
    path : str or Path
        Its ending (.gif, .webp, .mp4 or .webm) says which kind.
    seconds : float, optional
        Length of the film; None: 10, or what ``speed`` makes of it. With both, the film ends after ``seconds``.
    fps : float
        Pictures a second.
    view : str, optional
        ``side``, ``top``, ``front``, ``iso``, azimuth and elevation in degrees such as ``-60,25``, a plane ``xy``, ``xz`` or
        ``yz``, or one that the run's scenario has of its own, which also says what is usual, and whether only as many of the
        last periods are shown as can be followed.
    speed : float, optional
        Seconds of the run in a second of the film: 1 is real time, 0.25 slow motion. The picture says it.
    follow : str, optional
        ``base`` keeps it in the middle, ``stay`` shows all.
    renderer : str, optional
        ``page`` draws the scene of the live page by a browser without a window, ``drawing`` by Matplotlib; None takes the page
        where there is a browser and the view is one in space or in a plane.

    Returns
    -------
    Path
        The film.
    """
    path = Path(path)
    if path.suffix[1:] not in tuple(FilmKind):
        raise InputError(f"animation '{path}' must end in {', '.join(f'.{kind}' for kind in FilmKind)}.")
    check_film(fps=fps, speed=speed, seconds=seconds, kind=path.suffix[1:])
    run = Run(few_samples(run.data))
    how = film_of(run)
    camera = camera_of(run, how, view, follow)
    by = chosen_renderer(renderer, how, view)
    rate = TICK / round(TICK / fps) if path.suffix == ".gif" else float(fps)
    samples, pace = chosen_frames(run.data, rate, seconds, speed, how.last_periods)
    what = "drawing the moving picture (are the data damaged or not finite?)"
    if by == Renderer.PAGE:
        try:
            return from_user(what, _write_scene, run, path, samples, rate, None if view is None else camera, follow, pace)
        except BrowserError as error:
            if renderer is not None:
                raise
            warnings.warn(f"{error} The film is drawn without it.", stacklevel=2)
    return from_user(what, _write_drawing, run, path, samples, rate, camera, pace)


def chosen_renderer(asked: str | None, how: Film, view: str | None) -> str:
    """What draws a film: the page's scene where it can, unless the drawing is asked for. view: that is asked for."""
    if asked is not None and asked not in tuple(Renderer):
        raise unknown_name("renderer", asked, tuple(Renderer))
    if view in how.scenes:
        if asked == Renderer.PAGE:
            raise InputError(
                f"view '{view}' is a drawing. Leave out the renderer, or choose side, top, front, iso or two angles."
            )
        return Renderer.DRAWING
    if asked == Renderer.PAGE:
        require_browser("the scene of the page")
    return asked or (Renderer.PAGE if find_browser() else Renderer.DRAWING)


def check_film(fps: float, speed: float | None, seconds: float | None = None, kind: str = "gif") -> None:
    """Refuse numbers of no film."""
    for name, value in (("fps", fps), ("speed", speed), ("seconds", seconds)):
        if value is not None and not 0 < value < math.inf:
            raise InputError(f"{name} = {value:g} of a moving picture. Give a number greater than 0.")
    if kind == "gif" and fps > _GIF_FPS:
        raise InputError(f"fps = {fps:g}: a .gif shows at most {_GIF_FPS:g} pictures a second. Give fewer, or choose mp4.")


def chosen_frames(
    data: xr.Dataset, fps: float, seconds: float | None, speed: float | None, last_periods: bool
) -> tuple[np.ndarray, float]:
    """Samples of the frames, and how many seconds of the run pass in one of the picture."""
    if speed is None:
        samples = chosen_samples(data, max(2, round((seconds or SECONDS) * fps)), last_periods)
        span = float(data.time[samples[-1]] - data.time[samples[0]])
        return samples, span * fps / (len(samples) - 1)
    times = data.time.values
    length = min(float(times[-1] - times[0]), speed * (seconds or (SECONDS if last_periods else math.inf)))
    frames = max(2, round(length / speed * fps) + 1)
    if frames > _MOST_FRAMES:
        raise InputError(
            f"a film of {length:g} s at {speed:g} x real time has {frames} pictures, and {_MOST_FRAMES} are the most. "
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


def _write_drawing(run: Run, path: Path, samples: np.ndarray, fps: float, camera: Camera, pace: float) -> Path:
    """Every frame by Matplotlib."""
    needed("matplotlib", "a moving picture")
    figure, draw = staged(run, film_of(run), camera)
    figure.set_dpi(_DOTS)
    figure.text(0.995, 0.99, pace_text(pace), ha="right", va="top", fontsize=9, color=INK)

    def picture(k: int) -> np.ndarray:
        draw(int(samples[k]))
        figure.canvas.draw()
        return np.asarray(figure.canvas.buffer_rgba())[..., :3]

    return write_film(path, picture, len(samples), fps)


def _write_scene(
    run: Run, path: Path, samples: np.ndarray, fps: float, camera: Camera | None, follow: str | None, pace: float
) -> Path:
    """Every frame by the scene of the page. camera: that is asked for; None for the page's own."""
    from elver.viz.scene_film import SceneFilm

    where: str | tuple[float, float] | None = None
    if camera is not None:
        where = (camera.azimuth, camera.elevation) if camera.solid else camera.view
    times, text = run.data.time.values[samples], pace_text(pace)
    video = path.suffix[1:] in VIDEOS
    span = (float(times[0]), float(times[-1])) if follow == Follow.STAY else None
    with SceneFilm(run, _SIZE[video], where, span, 1 / fps, exact=not video) as film:
        return write_film(path, lambda k: film.draw(times[k], f"{clock_text(run.data, samples[k])}   {text}"), len(samples), fps)


def pace_text(pace: float) -> str:
    """How fast a film is, for its corner."""
    return "real time" if abs(pace - 1) < 5e-3 else f"{pace:.2g} x real time"


def chosen_samples(data: xr.Dataset, frames: int, last_periods: bool) -> np.ndarray:
    """Samples of the frames, evenly spaced: over the whole run, or over the last periods with enough frames for each."""
    last = data.sizes["time"] - 1
    shown = float(data.attrs["period"]) * max(1.0, frames / FRAMES_PER_PERIOD)
    first = 0
    if last_periods and shown > 0:
        first = int(np.searchsorted(data.time.values, float(data.time[-1]) - shown - 1e-9))
    return np.linspace(first, last, frames).round().astype(int)


# --- The machine at chosen times of a run, side by side to one scale, in space or in a plane.

_COLUMNS, _MOST = 3, 24
_PANELS = {1: (7.4, 5.2), 2: (6.2, 4.4), 3: (4.8, 3.3)}  # inches of a picture in space, by their number in a row
_ROOM = (0.01, 0.08, 0.95, 0.92)  # left, bottom, width and height of all panels in space, shares of the figure


def stills(run: Run, times: Iterable[float], view: str | None = "iso", follow: str | None = Follow.BASE) -> Figure:
    """A figure with the machine at some times [s] of a run, all to one scale.

    view: ``side``, ``top``, ``front``, ``iso``, or azimuth and elevation in degrees such as ``-60,25``.   follow: ``base`` keeps
    the machine in the middle of every picture, ``stay`` shows where it is on its way.
    """
    run, wanted = Run(few_samples(run.data)), np.array([float(t) for t in times])
    samples = _samples_at(run.data.time.values, wanted)
    how = film_of(run)
    if (seen_from := view or how.view) in how.scenes:
        raise InputError(f"view '{seen_from}' is that of a moving picture. Choose side, top, front, iso or two angles.")
    camera = replace(camera_of(run, how, view, follow), zoom=1.3)
    what = "drawing stills (are the data damaged or not finite?)"
    return from_user(what, _drawn, how.seen(run) if camera.own else run, how, camera, samples)


def _drawn(run: Run, how: Film, camera: Camera, samples: list[int]) -> Figure:
    """The figure."""
    columns = 2 if len(samples) == 4 else min(_COLUMNS, len(samples))
    rows, space = -(-len(samples) // columns), {"subplot_kw": {"projection": "3d"}} if camera.solid else {}
    wide, high = _PANELS[columns]
    if not camera.solid:
        (x0, x1), (y0, y1) = _flat_window(run.data, camera)
        columns = columns if y1 - y0 > 0.5 * (x1 - x0) else 1
        rows, wide = -(-len(samples) // columns), 8.0 / columns + 0.6
        high = min(6.0, 0.85 * wide * (y1 - y0) / (x1 - x0) + 0.8)
    figure, axes = new_figure(rows, columns, size=(wide * columns, high * rows), **space)
    if camera.solid and (engine := figure.get_layout_engine()) is not None:
        engine.set(wspace=0.14, rect=_ROOM)  # type: ignore[call-arg]  # names of axes in space stand outside of them, where layouts do not look
    for axis, sample in zip(axes, samples, strict=False):
        _stage(axis, run, how, camera)(sample)
        axis.set_title(f"t = {float(run.data.time[sample]):.4g} s", color=INK, fontsize=10, y=0.97 if camera.solid else None)
    for axis in axes[len(samples) :]:
        axis.set_axis_off()
    figure.suptitle(shown_name(run.data), color=INK, fontsize=11)
    return figure


def _samples_at(times: np.ndarray, wanted: np.ndarray) -> list[int]:
    """The samples nearest to some times, which must lie within the run."""
    if not 0 < len(wanted) <= _MOST:
        raise InputError(f"{len(wanted)} stills. Give 1 to {_MOST} times.")
    slack = 1e-9 + 0.5 * float(times[-1] - times[0]) / max(1, len(times) - 1)
    bad = [t for t in wanted if not times[0] - slack <= t <= times[-1] + slack]
    if bad:
        raise InputError(f"a still at {bad[0]:g} s lies outside the run, which goes from {times[0]:g} to {times[-1]:g} s.")
    return [int(np.argmin(np.abs(times - t))) for t in wanted]

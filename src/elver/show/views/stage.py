"""The machine on its stage: axes to scale, what lies around, and the function that draws one sample."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from elver.drawing.outline import VIEWS, draw_machine, draw_obstacles, draw_regions, draw_water, limits
from elver.drawing.picture import Film
from elver.drawing.solid import draw_around, draw_solid, room
from elver.drawing.style import INK, SOFT, WATER, new_figure
from elver.results import Run
from elver.show.views.camera import Camera
from elver.show.views.ticks import spread_out

Draw = Callable[[int], object]


def staged(run: Run, how: Film, camera: Camera) -> tuple:
    """A figure with one axis, laid out, and the function that draws one sample on it."""
    if camera.view in how.scenes:
        return how.scenes[camera.view](run)
    seen = how.seen(run) if camera.own else run
    figure, axis = solid_axis() if camera.solid else flat_axis(seen, camera)
    draw = stage(axis, seen, how, camera)
    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once; doing it for every frame would take most of the time
    return figure, draw


def solid_axis() -> tuple:
    """A figure with one axis in space."""
    figure, (axis,) = new_figure(size=(7.4, 5.4), subplot_kw={"projection": "3d"})
    return figure, axis


def flat_axis(run: Run, camera: Camera) -> tuple:
    """A figure with one axis in a plane, as high as what is seen there."""
    (x0, x1), (y0, y1) = flat_window(run.data, camera)
    figure, (axis,) = new_figure(size=(8.0, min(8.0, max(2.6, 7.2 * (y1 - y0) / (x1 - x0) + 0.9))))
    return figure, axis


def stage(axis, run: Run, how: Film, camera: Camera) -> Draw:
    """Prepare an axis; the function that draws one sample on it."""
    return solid_stage(axis, run, how, camera) if camera.solid else flat_stage(axis, run, how, camera)


def clock(data, sample: int) -> str:
    """Name of the machine and time of a sample, in milliseconds where a run is short."""
    t, short = float(data.time[sample]), float(data.time[-1] - data.time[0]) < 2.0
    return f"{data.attrs['model']}   t = " + (f"{1e3 * t:6.1f} ms" if short else f"{t:5.2f} s")


def flat_window(data, camera: Camera) -> tuple[tuple[float, float], tuple[float, float]]:
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


def flat_stage(axis, run: Run, how: Film, camera: Camera) -> Draw:
    """A machine in a plane: regions, obstacles, the water's surface from the side, and the path of the base."""
    data, view = run.data, camera.view
    i, j = VIEWS[view]
    window, base, colors = flat_window(data, camera), data.base_position.values, how.colors(data) if how.colors else None
    axis.set(aspect="equal", xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
    axis.set_xlim(*(limits(data, view, margin=window[0][1] - window[0][0])[0] if camera.follows else window[0]))
    draw_regions(axis, data)
    axis.set(xlim=window[0], ylim=window[1])
    if view == "xy":
        draw_obstacles(axis, data)
    scenery = list(axis.collections)

    def draw(sample: int):
        for artist in [*axis.lines, *(c for c in axis.collections if c not in scenery)]:
            artist.remove()
        if camera.follows:
            for name, place, (low, high) in zip("xy", base[sample][[i, j]], window, strict=True):
                axis.set(**{f"{name}lim": (place + low, place + high)})
        axis.plot(base[: sample + 1, i], base[: sample + 1, j], color=SOFT, linewidth=1.0)
        draw_water(axis, data, view)
        draw_machine(axis, data, sample, view, WATER, colors=colors)
        axis.set_title(clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    return draw


def solid_stage(axis, run: Run, how: Film, camera: Camera) -> Draw:
    """A machine in space: water's surface, obstacles, and the path of the base where it travels."""
    data = run.data
    base = data.base_position.values
    centre, half = room(data, about_base=camera.follows)
    travels = np.ptp(base, axis=0).max() > half.max()  # else its path would be a scribble on the machine
    colors = how.colors(data) if how.colors else None
    for name in "xyz":
        axis.set(**{f"{name}label": f"{name} [m]"})
    spread_out(axis, half)
    axis.set_box_aspect(half.copy(), zoom=camera.zoom)  # it scales what it is given
    axis.view_init(elev=camera.elevation, azim=camera.azimuth)

    def draw(sample: int):
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
        axis.set_title(clock(data, sample), color=INK, fontsize=10)
        return axis.collections

    return draw

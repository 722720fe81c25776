"""The machine at chosen times of a run, side by side to one scale, in space or in a plane."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from elver.choices import Follow
from elver.drawing.style import INK, new_figure
from elver.errors import InputError, from_user
from elver.results import Run
from elver.results.samples.parts import few_samples
from elver.show.drawn import film_of
from elver.show.views.camera import camera_of
from elver.show.views.stage import flat_window, stage

COLUMNS, MOST = 3, 24
PANELS = {1: (7.4, 5.2), 2: (6.2, 4.4), 3: (4.8, 3.3)}  # inches of a picture in space, by their number in a row
ROOM = (0.01, 0.08, 0.95, 0.92)  # left, bottom, width and height of all panels in space, shares of the figure


def stills(run: Run, times: Iterable[float], view: str | None = "iso", follow: str | None = Follow.BASE):
    """A figure with the machine at some times [s] of a run, all to one scale.

    view: ``side``, ``top``, ``front``, ``iso``, or azimuth and elevation in degrees such as ``-60,25``.   follow: ``base`` keeps
    the machine in the middle of every picture, ``stay`` shows where it is on its way.
    """
    run, wanted = Run(few_samples(run.data)), np.array([float(t) for t in times])
    samples = samples_at(run.data.time.values, wanted)
    how = film_of(run)
    if (seen_from := view or how.view) in how.scenes:
        raise InputError(f"view '{seen_from}' is that of a moving picture. Choose side, top, front, iso or two angles.")
    camera = replace(camera_of(run, how, view, follow), zoom=1.3)
    what = "drawing stills (are the data damaged or not finite?)"
    return from_user(what, drawn, how.seen(run) if camera.own else run, how, camera, samples)


def drawn(run: Run, how, camera, samples: list[int]):
    """The figure."""
    columns = 2 if len(samples) == 4 else min(COLUMNS, len(samples))
    rows, space = -(-len(samples) // columns), {"subplot_kw": {"projection": "3d"}} if camera.solid else {}
    wide, high = PANELS[columns]
    if not camera.solid:
        (x0, x1), (y0, y1) = flat_window(run.data, camera)
        columns = columns if y1 - y0 > 0.5 * (x1 - x0) else 1
        rows, wide = -(-len(samples) // columns), 8.0 / columns + 0.6
        high = min(6.0, 0.85 * wide * (y1 - y0) / (x1 - x0) + 0.8)
    figure, axes = new_figure(rows, columns, size=(wide * columns, high * rows), **space)
    if camera.solid and (engine := figure.get_layout_engine()) is not None:
        engine.set(wspace=0.14, rect=ROOM)  # names of axes in space stand outside of them, where layouts do not look
    for axis, sample in zip(axes, samples, strict=False):
        stage(axis, run, how, camera)(sample)
        axis.set_title(f"t = {float(run.data.time[sample]):.4g} s", color=INK, fontsize=10, y=0.97 if camera.solid else None)
    for axis in axes[len(samples) :]:
        axis.set_axis_off()
    figure.suptitle(str(run.data.attrs["model"]), color=INK, fontsize=11)
    return figure


def samples_at(times: np.ndarray, wanted: np.ndarray) -> list[int]:
    """The samples nearest to some times, which must lie within the run."""
    if not 0 < len(wanted) <= MOST:
        raise InputError(f"{len(wanted)} stills. Give 1 to {MOST} times.")
    slack = 1e-9 + 0.5 * float(times[-1] - times[0]) / max(1, len(times) - 1)
    bad = [t for t in wanted if not times[0] - slack <= t <= times[-1] + slack]
    if bad:
        raise InputError(f"a still at {bad[0]:g} s lies outside the run, which goes from {times[0]:g} to {times[-1]:g} s.")
    return [int(np.argmin(np.abs(times - t))) for t in wanted]

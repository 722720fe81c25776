"""Metrics of many machines that grow from sample to sample, as plain arrays for kernels and GPUs. Needs NumPy alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class SampleLayout(NamedTuple):
    """Rows of a sample: base 3, centre of mass 3, kinetic energy, energy, and then as many as are said here.

    closures, dependent: equations of the loops and joints that follow from them; the last rows of a sample are that matrix, J_p,
    column by column.
    """

    works: int
    torques: int
    recorded: int
    closures: int = 0
    dependent: int = 0


def sample_rows(rows: SampleLayout) -> int:
    """Numbers of a sample."""
    return 8 + rows.works + rows.torques + rows.recorded + rows.closures * rows.dependent


class Figures(NamedTuple):
    """Running figures of many machines: arrays of rows with one column per machine.

    place, com: base and centre of mass at the last sample [m].   first: base at the start [m].   path [m].
    energy: at the start [J].   moved: largest kinetic energy [J].   error: largest ledger error [J].
    begun, works, span: works at the start, at the last sample, and the largest change of each [J].   torques: peaks [N m].
    """

    first: np.ndarray
    place: np.ndarray
    com: np.ndarray
    path: np.ndarray
    energy: np.ndarray
    moved: np.ndarray
    error: np.ndarray
    begun: np.ndarray
    works: np.ndarray
    span: np.ndarray
    torques: np.ndarray


class MetricAccumulator(NamedTuple):
    """Where samples are booked: what their rows mean, signs of the works in the ledger, figures, recorded rows [machine, sample,
    row], the last good step of every machine, and whether its loops turned over after it.
    """

    rows: SampleLayout
    signs: np.ndarray
    figures: Figures
    kept: np.ndarray
    done: np.ndarray
    turned: np.ndarray


def make_book(rows: SampleLayout, signs: np.ndarray, machines: int, samples: int) -> MetricAccumulator:
    """Nothing booked yet."""
    kept = np.full((machines, samples, rows.recorded), np.nan)
    return MetricAccumulator(rows, signs, make_figures(rows, machines), kept, np.full(machines, -1), np.zeros(machines, bool))


def make_figures(rows: SampleLayout, machines: int, xp: Any = np) -> Figures:
    """Figures before the first sample; ``xp`` is NumPy or a library with its interface on another device."""
    sizes = (3, 3, 3, 1, 1, 1, 1, rows.works, rows.works, rows.works, rows.torques)
    return Figures(*(xp.zeros((size, machines)) for size in sizes))


def note_all(xp: Any, y: Any, rows: SampleLayout, signs: Any, active: Any, first: bool, figures: Figures) -> None:
    """Book one sample of every machine that is ``active``; y has one column per machine."""
    works, torques = y[8 : 8 + rows.works], y[8 + rows.works : 8 + rows.works + rows.torques]
    f = figures
    if first:
        f.first[...], f.place[...], f.begun[...], f.energy[0] = y[:3], y[:3], works, y[7]
    done = works - f.begun
    error = (signs[:, None] * done).sum(axis=0) - (y[7] - f.energy[0])
    step = xp.sqrt(((y[:3] - f.place) ** 2).sum(axis=0))
    for target, value in (
        (f.path, f.path + step),
        (f.place, y[:3]),
        (f.com, y[3:6]),
        (f.moved, xp.maximum(f.moved, abs(y[6]))),
        (f.error, xp.maximum(f.error, abs(error))),
        (f.works, works),
        (f.span, xp.maximum(f.span, abs(done))),
        (f.torques, xp.maximum(f.torques, abs(torques))),
    ):
        target[...] = xp.where(active, value, target)


def closure(figures: Figures, signs: np.ndarray, samples: np.ndarray) -> np.ndarray:
    """Ledger error over the energy turned over, as of a single run; NaN for a machine that has one sample alone."""
    scale = np.maximum((np.abs(signs)[:, None] * figures.span).sum(axis=0), figures.moved[0])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(scale == 0, 0.0, figures.error[0] / scale)
    return np.where(samples < 2, np.nan, ratio)

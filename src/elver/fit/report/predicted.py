"""Predictions elsewhere as a table and as plain data."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from elver.document.units import in_unit
from elver.fit.judging.predicting import Prediction
from elver.fit.report.tables import NONE, Table, bare, rounded, unit_of
from elver.fit.result import Fit

FIELDS = ("value", "sigma", "model_error", "measurement", "low", "high", "measured_low", "measured_high")


def predictions_table(predictions: Sequence[Prediction], fit: Fit | None = None) -> Table:
    """One row for every set of values: each channel with its interval, and with that of a measurement.

    fit: whose they are; it knows the units of the values, and whether intervals hold.
    """
    rows, keys, channels = grouped(predictions)
    units = {key: ("", "") if fit is None else unit_of(fit.problem, key) for key in keys}
    rows = [({key: in_unit(value, units[key][1]) for key, value in values.items()}, own) for values, own in rows]
    level = f"{predictions[0].level:.0%}" if predictions else ""
    given = {key: number_texts([values.get(key) for values, _ in rows]) for key in keys}
    scales = {channel: usual_scale([own.get(channel) for _, own in rows]) for channel in channels}
    cells = [
        (
            *(given[key][k] for key in keys),
            *(text for channel in channels for text in prediction_cells(own.get(channel), scales[channel])),
        )
        for k, (_, own) in enumerate(rows)
    ]
    heads = [text for name, unit, part in channels for text in (channel_head(name, unit, part), level, f"{level}, measured")]
    right = tuple(range(len(keys) + 3 * len(channels)))
    note = "The first interval is that of the number itself, the second that of a measurement of it."
    note += "" if fit is None or fit.verdict.good else " Neither holds: the model does not describe the data."
    names = [f"{key} [{units[key][0]}]" if bare(units[key][0]) else key for key in keys]
    return Table("predictions", (*names, *heads), tuple(cells), right, note)


def grouped(predictions: Sequence[Prediction]) -> tuple[list, list[str], list[tuple[str, str, int]]]:
    """Rows (values, channel -> prediction), names of the values, and the channels."""
    rows: list[tuple[dict[str, float], dict]] = []
    for own in predictions:
        values = dict(own.values)
        if not rows or rows[-1][0] != values:
            rows.append((values, {}))
        rows[-1][1][own.channel, own.unit, own.part] = own
    keys = list(dict.fromkeys(key for values, _ in rows for key in values))
    return rows, keys, list(dict.fromkeys(channel for _, own in rows for channel in own))


def channel_head(name: str, unit: str, part: int) -> str:
    return name + (f" ({'cosine' if part == 0 else 'sine'} part)" if part else "") + (f" [{unit}]" if bare(unit) else "")


def usual_scale(column: Sequence[Prediction | None]) -> float:
    """The uncertainty by which all numbers of a channel are rounded."""
    good = [own for own in column if own is not None and not own.failed]
    return statistics.median([own.own or 1e-3 * abs(own.value) for own in good]) if good else 0.0


def prediction_cells(own: Prediction | None, scale: float) -> tuple[str, str, str]:
    """The number, its interval, and that of a measurement."""
    if own is None or own.failed:
        return (NONE if own is None else "failed", NONE, NONE)
    return (
        rounded(own.value, scale),
        f"{rounded(own.low, scale)} to {rounded(own.high, scale)}",
        f"{rounded(own.measured_low, scale)} to {rounded(own.measured_high, scale)}",
    )


def number_texts(values: Sequence[float | None], most: int = 5) -> list[str]:
    """Numbers as they were given, with the same digits behind the point; four digits each where that would take too many."""
    texts = [f"{value:.{most}f}".rstrip("0").partition(".")[2] for value in values if value is not None]
    places = max(map(len, texts), default=0)
    form = f".{places}f" if places < most else ".4g"
    return [NONE if value is None else f"{value:{form}}" for value in values]


def plain_predictions(predictions: Sequence[Prediction]) -> list[dict[str, Any]]:
    """Predictions for scripts."""
    return [
        {
            "values": dict(own.values), "like": own.like, "channel": own.channel, "unit": own.unit, "part": own.part,
            "level": own.level, **({"failed": own.failed} if own.failed else {name: getattr(own, name) for name in FIELDS}),
        }
        for own in predictions
    ]  # fmt: skip

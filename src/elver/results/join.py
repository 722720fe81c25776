"""Two runs, the second from the last sample of the first, as one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from elver._support.errors import InputError
from elver._support.resources import needed
from elver.model import Model
from elver.model.layout import ON_DEMAND
from elver.results.checks.steps import of_whole
from elver.results.checks.trust import larger_step_error, worst_findings
from elver.results.ledger import close_ledger
from elver.results.record import attribute, encoded
from elver.results.summary import metric_attributes

_SUMS = ("steps", "wall_time", "refused_steps", "corrected_steps")  # those that both have


def joined(first: Any, second: Any, model: Model) -> Any:
    """The data set of both, with ledger, metrics and settings of the whole, the warnings of both and the larger error by steps.

    The sample that both share stands once. The duration is what was asked for, also where the second part was stopped.
    """
    xr = needed("xarray", "joining two runs")
    if abs(float(first.time[-1]) - float(second.time[0])) > 1e-9 * max(1.0, abs(float(second.time[0]))):
        raise InputError(
            f"the second run begins at {float(second.time[0]):g} s, the first one ends at {float(first.time[-1]):g} s. "
            "Give one that goes on from the other (resume=run)."
        )
    rest = second.isel(time=slice(1, None))
    refuse_other_quantities(*({str(n) for n, v in part.variables.items() if "time" in v.dims} for part in (first, second)))
    along = [part.drop_vars([n for n, v in part.data_vars.items() if "time" not in v.dims]) for part in (first, rest)]
    data = xr.concat(along, "time", data_vars="minimal", coords="minimal", compat="override", combine_attrs="override")
    data.update(second.drop_dims("time"))  # the rest is as it was at the end, such as what sensors remember
    sums = {name: first.attrs[name] + second.attrs[name] for name in _SUMS if name in first.attrs and name in second.attrs}
    data.attrs = {**second.attrs, **sums}
    settings = attribute(second, "settings")
    settings["duration"] = round(float(first.time[-1] - first.time[0]) + settings["duration"], 12)
    close_ledger(data)
    error = larger_step_error(*(attribute(part, "discretisation") for part in (first, second)))
    data.attrs |= encoded({"settings": settings, "discretisation": {} if error is None else error})
    found = worst_findings(*(attribute(part, "warnings", []) for part in (first, second)))
    data.attrs |= encoded({"warnings": of_whole(found, data), **metric_attributes(data, model)})
    return data


def on_demand(names: Iterable[Any]) -> set[str]:
    """Those of some quantities that are recorded where they are asked for."""
    return set(ON_DEMAND).intersection(map(str, names))


def refuse_other_quantities(before: Collection[str], now: Collection[str]) -> None:
    """Refuse to go on with a run that holds other quantities than the part that is to follow."""
    for name in sorted(set(before) ^ set(now)):
        first, second = ("holds", "does not") if name in before else ("does not hold", "does")
        raise InputError(
            f"the run to go on with {first} '{name}', what is to follow {second}. "
            "Record the same (Save.fields, --record, sensors)."
        )

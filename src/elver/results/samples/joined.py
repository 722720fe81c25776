"""Two runs, the second from the last sample of the first, as one."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

from elver.equations import Model
from elver.equations.record import ON_DEMAND
from elver.errors import InputError
from elver.packages import needed
from elver.results.figures import add_measures
from elver.results.ledger import close_ledger
from elver.results.plausibility.kept import larger, merged
from elver.results.plausibility.numerics import of_whole

JUDGED = {"warnings": "[]", "discretisation": "{}"}
SUMS = ("steps", "wall_time", "refused_steps", "corrected_steps")  # those that both have


def joined(first: Any, second: Any, model: Model) -> Any:
    """The data set of both, with ledger, figures and settings of the whole, the warnings of both and the larger error by steps.

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
    sums = {name: first.attrs[name] + second.attrs[name] for name in SUMS if name in first.attrs and name in second.attrs}
    data.attrs = {**second.attrs, **sums}
    settings = json.loads(second.attrs["settings"])
    settings["duration"] = round(float(first.time[-1] - first.time[0]) + settings["duration"], 12)
    data.attrs["settings"] = json.dumps(settings)
    close_ledger(data)
    found, errors = ([part.attrs.get(name, usual) for part in (first, second)] for name, usual in JUDGED.items())
    data.attrs["discretisation"] = larger(*errors)
    data.attrs["warnings"] = of_whole(merged(*found), data.attrs)
    add_measures(data, model)
    return data


def on_demand(names: Iterable[Any]) -> set[str]:
    """Those of some quantities that are recorded where they are asked for."""
    return set(ON_DEMAND).intersection(map(str, names))


def refuse_other_quantities(before: Collection[str], now: Collection[str]) -> None:
    """Refuse to go on with a run that holds other quantities than the part that is to follow."""
    for name in sorted(set(before) ^ set(now)):
        first, second = ("holds", "does not") if name in before else ("does not hold", "does")
        raise InputError(
            f"the run to go on with {first} '{name}', what is to follow {second}. Record the same (record=, --record, sensors)."
        )

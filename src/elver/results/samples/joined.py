"""Two runs, the second from the last sample of the first, as one."""

from __future__ import annotations

import json
from typing import Any

from elver.equations import Model
from elver.errors import InputError
from elver.packages import needed
from elver.results.figures import add_measures
from elver.results.ledger import close_ledger
from elver.results.plausibility.kept import larger, merged
from elver.results.plausibility.numerics import of_whole

JUDGED = {"warnings": "[]", "discretisation": "{}"}
SUMS = ("steps", "wall_time")


def joined(first: Any, second: Any, model: Model) -> Any:
    """The data set of both, with ledger, figures and settings of the whole, the warnings of both and the larger error by steps.

    The sample that both share stands once.
    """
    xr = needed("xarray", "joining two runs")
    if abs(float(first.time[-1]) - float(second.time[0])) > 1e-9 * max(1.0, abs(float(second.time[0]))):
        raise InputError(
            f"the second run begins at {float(second.time[0]):g} s, the first one ends at {float(first.time[-1]):g} s. "
            "Give one that goes on from the other (resume=run)."
        )
    rest = second.isel(time=slice(1, None))
    shared = [name for name, v in second.variables.items() if "time" in v.dims and name in first.variables]
    parts = [
        part.drop_vars([n for n, v in part.variables.items() if "time" in v.dims and n not in shared]) for part in (first, rest)
    ]
    data = xr.concat(parts, "time", data_vars="minimal", coords="minimal", compat="override", combine_attrs="drop")
    data.attrs = {**second.attrs, **{name: first.attrs[name] + second.attrs[name] for name in SUMS}}
    settings = json.loads(second.attrs["settings"])
    settings["duration"] = float(data.time[-1] - data.time[0])
    data.attrs["settings"] = json.dumps(settings)
    close_ledger(data)
    found, errors = ([part.attrs.get(name, usual) for part in (first, second)] for name, usual in JUDGED.items())
    data.attrs |= {"warnings": of_whole(merged(*found), data.attrs["ledger_closure"]), "discretisation": larger(*errors)}
    add_measures(data, model)
    return data

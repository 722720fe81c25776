"""Tables of blocks as one labelled data set: parameters are dimensions, figures of the summary are variables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from elver.packages import needed
from elver.results.plausibility.kept import LEDGER_WARNING
from elver.results.provenance import versions
from elver.studies.ranges import Axis
from elver.studies.setup import Setup
from elver.studies.sweeping.columns import CLOSED, Catalogue, Table, Variable, gather


def make_dataset(setup: Setup, axes: Sequence[Axis], tables: Iterable[Table]):
    """The data set of the cases that were run; the others are NaN, with the status ``not run``."""
    xr = needed("xarray", "the table of a sweep")

    tables, catalogue = list(tables), Catalogue()
    for table in tables:
        catalogue.add(table)
    variables, shape, dims = catalogue.variables(), tuple(len(a.values) for a in axes), tuple(a.name for a in axes)
    found = gather(variables, tables, 0, int(np.prod(shape, dtype=int)))
    values = {n: ((*dims, *v.labels), found[n].reshape(*shape, *v.shape), v.attrs) for n, v in variables.items()}
    return xr.Dataset(values, coordinates(axes, variables), attributes(setup))


def coordinates(axes: Sequence[Axis], variables: Mapping[str, Variable]) -> dict[str, tuple]:
    """Values of the parameters, and labels of all further dimensions."""
    found = {a.name: (a.name, np.array(a.labels), a.attributes) for a in axes}
    for variable in variables.values():
        for d, labels in variable.labels.items():
            found.setdefault(d, (d, np.array(labels), {"units": "s"} if d == "time" else {}))
    return found


def mark_trusted(data) -> None:
    """Add ``trusted``: which cases finished with an energy ledger that closes. A closure without a number does not."""
    closes = data.ledger_closure <= LEDGER_WARNING if "ledger_closure" in data else False
    data["trusted"] = ((data.status == "finished") & closes).assign_attrs(long_name=CLOSED)


def attributes(setup: Setup) -> dict[str, str]:
    return {
        "title": f"Elver sweep of {setup.scenario.name}",
        "model": setup.scenario.name,
        "settings": json.dumps(setup.described),
        "versions": json.dumps(versions()),
    }

"""A run: a labelled data set with its energy ledger, summary and provenance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from elver._support.display import html_table, in_motion
from elver._support.errors import InputError
from elver._support.files import require_file
from elver.results.checks.trust import sentences
from elver.results.record import attribute
from elver.results.samples import Data, Samples
from elver.results.storage.layout import check_run
from elver.results.storage.netcdf import read_netcdf, write_netcdf
from elver.results.storage.streams import put_in_order
from elver.results.storage.zarr import read_store
from elver.results.summary import described_metrics, number, report_rows, summarise


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """One finished, interrupted or failed simulation.

    Attributes
    ----------
    data : xarray.Dataset
        Every variable has ``units`` and ``long_name``; the attributes hold status and provenance.
    summary : dict
        The metrics as plain numbers (docs/results.md); ``metrics`` has unit and meaning of each.
    status, status_detail : str
        How it ended: a word, and one sentence.
    parameters, settings : dict
        What the model was made from, and how it was integrated.
    given : Dataset or Samples
        The data set, or the samples that it is made from when it is first asked for.
    """

    given: Any

    @cached_property
    def data(self) -> Any:
        """The labelled data set."""
        return self.given.dataset if isinstance(self.given, Samples) else self.given

    @property
    def samples(self) -> Any:
        """What pictures and summaries are read from: the data set where somebody has asked for it, else the plain arrays."""
        return self.__dict__.get("data", self.given)

    @property
    def status(self) -> str:
        """A word of elver._support.statuses: ``finished``, ``interrupted``, or why the run ended early."""
        return self.samples.attrs["status"]

    @property
    def status_detail(self) -> str:
        """One sentence on how the run ended."""
        return self.samples.attrs["status_detail"]

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Headline metrics as plain numbers."""
        return summarise(self.samples)

    @cached_property
    def metrics(self) -> dict[str, dict[str, str]]:
        """What the summary's keys stand for: ``unit`` and ``meaning`` of each."""
        return described_metrics(self.samples)

    @property
    def parameters(self) -> dict[str, Any]:
        """What the model was made from."""
        return dict(attribute(self.samples, "parameters", {}))

    @property
    def settings(self) -> dict[str, Any]:
        """How it was integrated: ``duration``, ``dt``, ``output`` [s], ``method``, ``requested_method``, ``rtol``, ``atol``."""
        return dict(attribute(self.samples, "settings", {}))

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write NetCDF (opens with plain xarray). An existing file is kept unless ``overwrite``."""
        return write_data(self.samples, path, overwrite)

    def __repr__(self) -> str:
        s = self.summary
        speed, closes = number(s["mean_speed"], ".4g"), number(s["ledger_closure"], ".1e")
        count = len(s["warnings"])
        told = f", {count} warning{'s' if count > 1 else ''} (summary['warnings'])" if count else ""
        seconds = number(s["duration"], "g")
        text = f"Run of {s['scenario']}: {self.status}, {seconds} s, mean speed {speed} m/s, ledger closes to {closes}"
        return text + ("" if s["trusted"] else ", not trusted (summary['doubts'])") + told

    def _repr_html_(self) -> str:
        told = [("warning", line) for line in sentences(self.summary["warnings"])]
        return in_motion(html_table(f"Run of {self.summary['scenario']}", [*report_rows(self), *told]), self)


def write_data(data: Data, path: str | Path, overwrite: bool = False) -> Path:
    """Write a Dataset as NetCDF, whole or not at all. An existing file is kept unless ``overwrite``."""
    path = Path(path)
    if path.exists() and not overwrite:
        raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True.")
    if not path.parent.is_dir():
        raise InputError(f"folder '{path.parent}' does not exist. Create it first.")
    return write_netcdf(data, path)


def load_run(path: str | Path) -> Run:
    """Read a run that was saved before. The file may be anyone's: it is looked over first, and checked as a whole.

    What is large stays in the file, where every use of a variable reads it again. A run that was cut off while it was written is
    there up to its last whole part.

    Parameters
    ----------
    path : str or Path
        A NetCDF file, or a Zarr store.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        Where it is not there, damaged, or no run of Elver.
    """
    path = Path(path)
    if path.suffix == ".zarr":
        data = read_store(path, "Give the store of a run.")
    else:
        require_file(path, "Give the .nc file of a run.")
        put_in_order(path)
        data = read_netcdf(path, "Give the .nc file of a run.")
    if "status" not in data.attrs or "ledger_error" not in data:
        raise InputError(f"'{path}' can be read but is not a run of Elver: it has no status and ledger.")
    check_run(data, f"the run '{path}'")
    return Run(data)

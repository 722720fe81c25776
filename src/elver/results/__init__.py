"""What a run leaves: labelled data, energy ledger, measures, summary, files."""

from elver.results.measures import Measure
from elver.results.run import Run, load_run
from elver.results.saved.tables import write_table

__all__ = ["Measure", "Run", "load_run", "write_table"]

"""What a run leaves: labelled data, energy ledger, measures, summary, files."""

from elver.results.measures import Measure
from elver.results.run import Run, load_run

__all__ = ["Measure", "Run", "load_run"]

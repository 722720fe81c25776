"""Options of studies that belong together, as frozen values: how a search goes, and the cluster that a sweep runs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Search:
    """How parameters are searched.

    Parameters
    ----------
    algorithm : str
        Of ``optimise``: ``cma`` (CMA-ES; needs cma) looks everywhere in the box. ``gradient`` (SLSQP) goes downhill from
        ``start``: fast where the metric is smooth, and local. Its derivatives are exact, by reverse sweeps, where all metrics
        are some that ``elver.gradient`` knows and all parameters stay free; else differences, run as one batch.
    budget : int
        Runs to spend, sweeps of gradients not counted; a larger one can be given when resuming.
    population : int, optional
        Runs per generation. None: what CMA-ES advises, of ``pareto`` 40.
    seed : int
        Of the random numbers.
    start : mapping, optional
        Of ``optimise``: parameters to begin with, by name; those not named have the scenario's values.
    """

    algorithm: str = "cma"
    budget: int = 200
    population: int | None = None
    seed: int = 1
    start: Mapping[str, float] | None = None


@dataclass(frozen=True)
class Cluster:
    """A Dask cluster (needs distributed).

    Parameters
    ----------
    address : str
        Address, or path of the scheduler file.
    timeout : float
        Seconds without an answer after which it is given up.
    """

    address: str
    timeout: float = 60.0

"""One verb: sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.interrupts import in_one_piece
from elver.analysis.studies import store as disk
from elver.analysis.studies.columns import ENDS, CaseTable, attributes, make_dataset, mark_trusted, tabulate
from elver.analysis.studies.options import Cluster
from elver.analysis.studies.runs import run_block, trajectory_times
from elver.analysis.studies.setup import Axis, Block, Blocks, Setup, block_size, case_count, make_setup, program_for, read_axes
from elver.analysis.studies.store import finished_blocks, read_tables, write_block
from elver.results.metrics import BY_NAME
from elver.results.samples import refuse_shared_names
from elver.results.storage.zarr import require_zarr
from elver.scenarios import Scenario
from elver.simulation.batches.machines import thread_count
from elver.simulation.options import Compute, Save, Solver, honoured
from elver.simulation.plan import positive
from elver.simulation.recording import check_recording, make_sampling

if TYPE_CHECKING:
    import xarray as xr


def sweep(
    scenario: Scenario | str,
    grid: Mapping[str, object],
    duration: float | None = None,
    *,
    parameters: Mapping[str, object] | None = None,
    solver: Solver = Solver(),
    save: Save = Save(),
    compute: Compute = Compute(),
    cluster: Cluster | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: bool | None = None,
) -> xr.Dataset:
    """Run a scenario for every combination of the varied parameters.

    Parameters
    ----------
    scenario : Scenario or str
        A scenario, or the name of one.
    grid : mapping
        Parameter -> values, or a text such as ``"0.02:0.1:9"`` (first, last, count) or ``"paper,kirchhoff"``.
    duration : float, optional
        Seconds of every run. None: the scenario's own.
    parameters : mapping, optional
        Other parameters of the scenario, by name.
    solver : Solver
        Method, step and tolerances, as for ``simulate``. ``check_step``: None estimates the error by the steps of up to eight
        cases all over the grid and of the best of every block, True of all cases, False of none (docs/trust.md).
    save : Save
        ``path``: folder of a Zarr store (needs zarr), where a sweep that was killed can go on. ``fields``: recorded quantities
        (docs/results.md) to keep along time, ``every`` so many seconds.
    compute : Compute
        Device, threads, machines per block. A GPU steps blocks as ``simulate_batch`` does, in double precision.
    cluster : Cluster, optional
        Computers to run on; needs ``save.path`` on a file system that all see.
    resume, overwrite : bool
        Go on with the store that is there, or replace it.
    progress : bool, optional
        None: a bar on a terminal.

    Returns
    -------
    xarray.Dataset
        With the varied parameters as dimensions. A case that fails says so in ``status``, one whose numbers may be off in
        ``trusted``; the others go on. Threads, cluster and resuming do not change a number.
    """
    honoured("sweep", "solver", solver, Solver, "method", "dt", "rtol", "atol", "check_step")
    honoured("sweep", "save", save, Save)
    honoured("sweep", "compute", compute, Compute, "device", "threads", "block")
    setup = make_setup(scenario, parameters, duration, solver, save, compute.device)
    axes = read_axes(setup.scenario, grid, setup.parameters)
    _check_machine(setup, axes)
    cases, store = case_count(axes), save.path
    blocks = Blocks(axes, block_size(cases, compute.block), setup.check_step)
    _check_trajectories(setup, blocks, cases if store is None else min(cases, blocks.size))
    threads = thread_count(compute.threads)
    if cluster is not None:
        honoured("sweep", "cluster", cluster, Cluster)
        positive("timeout", cluster.timeout, "seconds, greater than 0")
    if cluster is not None and store is None:
        raise InputError("a sweep on a cluster writes to a store. Give Save.path (--out), a folder that all its computers see.")
    if store is None:
        if resume:
            raise InputError("there is nothing to resume without a store. Give Save.path (--out).")
        return make_dataset(setup, axes, _run_in_memory(setup, blocks, cases, threads, progress))
    with disk.opened(store, _sweep_plan(setup, axes, blocks.size), resume, overwrite) as folder:
        if not disk.is_complete(folder):
            _run_missing(setup, blocks, folder, threads, progress, cluster)
            there = set(finished_blocks(folder, blocks))
            if lost := sum(len(blocks[k].cases) for k in range(len(blocks)) if k not in there):
                raise disk.damaged(folder, lost)
            disk.finish(folder, blocks, attributes(setup))
        return _complete_data(folder)


def _run_missing(setup: Setup, blocks: Blocks, store: Path, threads: int, progress: bool | None, cluster: Cluster | None) -> None:
    """Run the blocks that the store does not have yet, or not undamaged; and those with an error that should not be."""
    done = set(finished_blocks(store, blocks, failed=False))
    waiting = [k for k in range(len(blocks)) if k not in done]
    total, before = case_count(blocks.axes), sum(len(blocks[k].cases) for k in done)
    with Progress(total, setup.scenario.name, progress, "runs", before) as bar:
        if cluster is not None:
            from elver.analysis.studies.cluster import run_on_cluster

            run_on_cluster(setup, blocks, waiting, store, cluster, bar)
            return
        for k in waiting:
            one = blocks[k]
            with in_one_piece():
                write_block(store, one, _run_table(setup, one, threads))
            bar.advance(len(one.cases))


def _run_table(setup: Setup, block: Block, threads: int) -> CaseTable:
    """The cases of a block, run, as columns."""
    return tabulate(block.cases, run_block(setup, block, threads), trajectory_times(setup.plan))


def _run_in_memory(setup: Setup, blocks: Blocks, cases: int, threads: int, progress: bool | None) -> Iterator[CaseTable]:
    """All blocks one after the other."""
    with Progress(cases, setup.scenario.name, progress, "runs") as bar:
        for one in blocks:
            with in_one_piece():
                table = _run_table(setup, one, threads)
            yield table
            bar.advance(len(one.cases))


def _sweep_plan(setup: Setup, axes: Sequence[Axis], size: int) -> dict[str, object]:
    """What decides the numbers of a sweep and how they are stored."""
    check = {} if setup.check_step is None else {"check_step": setup.check_step}
    return {
        **setup.described,
        **check,
        **{f"vary {a.name}": a.labels for a in axes},
        "order": [a.name for a in axes],
        "block": size,
    }


def _check_machine(setup: Setup, axes: Sequence[Axis]) -> None:
    """Refuse a varied parameter whose name the table has for something else, and contact on a GPU, before anything runs."""
    try:
        model = setup.build({})
    except InputError:  # no machine without the varied values
        model = None
    own = () if model is None else (metric.name for metric in model.metrics)
    refuse_shared_names([a.name for a in axes], {*BY_NAME, *own, *ENDS, "trusted", *setup.trajectories}, "the table of a sweep")
    if setup.device == "gpu" and model is not None and model.scene is not None:
        raise InputError(
            "device = 'gpu': machines with contact run on the processor in sweeps, because all steps of their contacts count for "
            "the metrics. Leave out Compute.device (--target), or run them by simulate_batch."
        )


def _check_trajectories(setup: Setup, blocks: Blocks, cases: int) -> None:
    """Refuse quantities that runs do not record, before anything is computed. cases: how many are held at a time."""
    if not setup.trajectories:
        return
    fixed, values = blocks[0].fixed, blocks[0].values[-1]
    with in_one_piece():
        found = program_for(setup, fixed, tuple(values), values) or program_for(setup, {**fixed, **values}, (), {})
    assert found is not None  # one in which nothing is free is always there
    sampling = make_sampling(found.program.equations, setup.trajectories)
    check_recording(sampling, cases, len(trajectory_times(setup.plan)), setup.plan.output)


def load_sweep(path: str | Path) -> xr.Dataset:
    """The data set of a store; of a sweep that is not finished, the cases that are there.

    Parameters
    ----------
    path : str or Path
        The store that ``Save.path`` named.

    Returns
    -------
    xarray.Dataset
        With the varied parameters as dimensions.
    """
    store = Path(path)
    if not store.is_dir():
        raise InputError(f"'{store}' is not a folder. Give the store of a sweep, such as sweep.zarr.")
    plan = disk.read_plan(store)
    if disk.is_complete(store):
        require_zarr()
        return _complete_data(store)
    return _partial_data(store, plan)


def _complete_data(store: Path) -> xr.Dataset:
    """The data set of a store that is complete."""
    data = disk.read_dataset(store)
    if "status" in data and "trusted" not in data:  # a store of an earlier version
        mark_trusted(data)
    return data


def _partial_data(store: Path, plan: Mapping) -> xr.Dataset:
    """What a store holds so far, from the settings it was made with."""
    wanted = ("scenario", "duration", "dt", "method", "output", "trajectories", "order", "block")
    if any(name not in plan for name in wanted) or any(f"vary {name}" not in plan for name in plan["order"]):
        raise disk.not_a_sweep(store)
    parameters = {k.removeprefix("parameter "): v for k, v in plan.items() if k.startswith("parameter ")}
    parameters = {k: v for k, v in parameters.items() if k not in plan["order"]}
    solver, save = Solver(plan["method"], plan["dt"]), Save(plan["output"], plan["trajectories"])
    setup = make_setup(plan["scenario"], parameters, plan["duration"], solver, save)
    axes = read_axes(setup.scenario, {name: plan[f"vary {name}"] for name in plan["order"]}, {})
    blocks = Blocks(axes, plan["block"])
    return make_dataset(setup, axes, _held_tables(store, blocks))


def _held_tables(store: Path, blocks: Blocks) -> list[CaseTable]:
    """The tables of all blocks that are there, in memory."""
    found = read_tables(store, blocks, finished_blocks(store, blocks))
    return [CaseTable(table.cases, table.about, dict(table.values)) for table in found]

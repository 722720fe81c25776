"""One verb: sweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from elver.errors import InputError
from elver.progress import Progress
from elver.results.samples.taken import refuse_shared_names
from elver.results.streams.zarr import require_zarr
from elver.results.summary import BY_NAME
from elver.scenarios import Scenario
from elver.simulation.machines import thread_count
from elver.stepping.batch.sampling import check_recording, make_sampling
from elver.stepping.chunks import in_one_piece
from elver.stepping.plan import positive
from elver.studies.programs import program_for
from elver.studies.ranges import Axis, read_axes
from elver.studies.runs import run_block, sample_times
from elver.studies.setup import Setup, make_setup
from elver.studies.sweeping import store as disk
from elver.studies.sweeping.block_files import finished_blocks, read_tables, write_block
from elver.studies.sweeping.blocks import Block, Blocks, block_size, case_count
from elver.studies.sweeping.columns import ENDS, Table, tabulate
from elver.studies.sweeping.table import attributes, make_dataset, mark_trusted


def sweep(
    scenario: Scenario | str,
    vary: Mapping[str, object],
    changes: Mapping[str, object] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    *,
    method: str = "auto",
    output: float | None = None,
    store: str | Path | None = None,
    resume: bool = False,
    trajectories: Iterable[str] = (),
    cluster: str | None = None,
    timeout: float = 60.0,
    threads: int | None = None,
    block: int | None = None,
    progress: bool | None = None,
    target: str = "cpu",
    overwrite: bool = False,
):
    """Run a scenario for every combination of the varied parameters; an xarray Dataset with the parameters as dimensions.

    vary: name -> values, or a text such as ``"0.02:0.1:9"`` (first, last, count) or ``"paper,kirchhoff"``.
    changes: other parameters of the scenario, by name.   duration, dt, output [s], method: as for ``simulate``.
    store: folder of a Zarr store (needs zarr); a sweep that was killed goes on there with ``resume=True``,
    and one that is there is replaced with ``overwrite=True``.
    trajectories: recorded quantities (docs/results.md) to keep along time, every ``output`` seconds.
    cluster: address or scheduler file of a Dask cluster (needs distributed, and ``store`` on a file system that all see).
    timeout: seconds without an answer after which a cluster is given up.
    threads: cores of this computer, all by default.   block: machines per block.   progress: None shows a bar on a terminal.
    target: ``gpu`` steps blocks on an NVIDIA GPU, as ``simulate_batch`` does.
    A case that fails says so in ``status``, one whose energy ledger does not close in ``trusted``; the others go on.
    Threads, cluster and resuming do not change a number.
    """
    setup = make_setup(scenario, changes, duration, dt, method, output, trajectories, target)
    axes = read_axes(setup.scenario, vary, setup.changes)
    check_machine(setup, axes)
    cases = case_count(axes)
    blocks = Blocks(axes, block_size(cases, block))
    check_trajectories(setup, blocks, cases if store is None else min(cases, blocks.size))
    threads = thread_count(threads)
    timeout = positive("timeout", timeout, "seconds, greater than 0")
    if cluster is not None and store is None:
        raise InputError("a sweep on a cluster writes to a store. Give store (--out), a folder that all its computers see.")
    if store is None:
        if resume:
            raise InputError("there is nothing to resume without a store. Give store (--out).")
        return make_dataset(setup, axes, run_in_memory(setup, blocks, cases, threads, progress))
    with disk.opened(store, sweep_plan(setup, axes, blocks.size), resume, overwrite) as folder:
        if not disk.is_complete(folder):
            run_missing(setup, blocks, folder, threads, progress, cluster, timeout)
            there = set(finished_blocks(folder, blocks))
            if lost := sum(len(blocks[k].cases) for k in range(len(blocks)) if k not in there):
                raise disk.damaged(folder, lost)
            disk.finish(folder, blocks, attributes(setup))
        return finished(folder)


def run_missing(setup: Setup, blocks: Blocks, store: Path, threads: int, progress, cluster, timeout: float) -> None:
    """Run the blocks that the store does not have yet, or not undamaged; and those with an error that should not be."""
    done = set(finished_blocks(store, blocks, failed=False))
    waiting = [k for k in range(len(blocks)) if k not in done]
    total, before = case_count(blocks.axes), sum(len(blocks[k].cases) for k in done)
    with Progress(total, setup.scenario.name, progress, "runs", before) as bar:
        if cluster is not None:
            from elver.studies.sweeping.cluster import run_on_cluster

            run_on_cluster(setup, blocks, waiting, store, cluster, timeout, bar)
            return
        for k in waiting:
            one = blocks[k]
            with in_one_piece():
                write_block(store, one, run_table(setup, one, threads))
            bar.advance(len(one.cases))


def run_table(setup: Setup, block: Block, threads: int) -> Table:
    """The cases of a block, run, as columns."""
    return tabulate(block.cases, run_block(setup, block, threads), sample_times(setup.plan))


def run_in_memory(setup: Setup, blocks: Blocks, cases: int, threads: int, progress) -> Iterator[Table]:
    """All blocks one after the other."""
    with Progress(cases, setup.scenario.name, progress, "runs") as bar:
        for one in blocks:
            with in_one_piece():
                table = run_table(setup, one, threads)
            yield table
            bar.advance(len(one.cases))


def sweep_plan(setup: Setup, axes: Sequence[Axis], size: int) -> dict[str, object]:
    """What decides the numbers of a sweep and how they are stored."""
    return {**setup.described, **{f"vary {a.name}": a.labels for a in axes}, "order": [a.name for a in axes], "block": size}


def check_machine(setup: Setup, axes: Sequence[Axis]) -> None:
    """Refuse a varied parameter whose name the table has for something else, and contact on a GPU, before anything runs."""
    try:
        model = setup.build({})
    except InputError:  # no machine without the varied values
        model = None
    own = () if model is None else (measure.name for measure in model.measures)
    refuse_shared_names([a.name for a in axes], {*BY_NAME, *own, *ENDS, "trusted", *setup.trajectories}, "the table of a sweep")
    if setup.target == "gpu" and model is not None and model.scene is not None:
        raise InputError(
            "target = 'gpu': machines with contact run on the processor in sweeps, because all steps of their contacts count for "
            "the figures. Leave out target, or run them by simulate_batch(..., target='gpu')."
        )


def check_trajectories(setup: Setup, blocks: Blocks, cases: int) -> None:
    """Refuse quantities that runs do not record, before anything is computed. cases: how many are held at a time."""
    if not setup.trajectories:
        return
    fixed, values = blocks[0].fixed, blocks[0].values[-1]
    with in_one_piece():
        found = program_for(setup, fixed, tuple(values), values) or program_for(setup, {**fixed, **values}, (), {})
    assert found is not None  # one in which nothing is free is always there
    sampling = make_sampling(found.program.equations, setup.trajectories)
    check_recording(sampling, cases, len(sample_times(setup.plan)), setup.plan.output)


def load_sweep(path):
    """The data set of a store; of a sweep that is not finished, the cases that are there."""
    store = Path(path)
    if not store.is_dir():
        raise InputError(f"'{store}' is not a folder. Give the store of a sweep, such as sweep.zarr.")
    plan = disk.read_plan(store)
    if disk.is_complete(store):
        require_zarr()
        return finished(store)
    return unfinished(store, plan)


def finished(store: Path):
    """The data set of a store that is complete."""
    data = disk.read_dataset(store)
    if "status" in data and "trusted" not in data:  # a store of an earlier version
        mark_trusted(data)
    return data


def unfinished(store: Path, plan: Mapping):
    """What a store holds so far, from the settings it was made with."""
    wanted = ("scenario", "duration", "dt", "method", "output", "trajectories", "order", "block")
    if any(name not in plan for name in wanted) or any(f"vary {name}" not in plan for name in plan["order"]):
        raise disk.not_a_sweep(store)
    changes = {k.removeprefix("parameter "): v for k, v in plan.items() if k.startswith("parameter ")}
    changes = {k: v for k, v in changes.items() if k not in plan["order"]}
    how = {name: plan[name] for name in ("duration", "dt", "method", "output", "trajectories")}
    setup = make_setup(plan["scenario"], changes, **how)
    axes = read_axes(setup.scenario, {name: plan[f"vary {name}"] for name in plan["order"]}, {})
    blocks = Blocks(axes, plan["block"])
    return make_dataset(setup, axes, held_tables(store, blocks))


def held_tables(store: Path, blocks: Blocks) -> list[Table]:
    """The tables of all blocks that are there, in memory."""
    found = read_tables(store, blocks, finished_blocks(store, blocks))
    return [Table(table.cases, table.about, dict(table.values)) for table in found]

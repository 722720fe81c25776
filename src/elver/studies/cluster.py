"""A sweep on many computers: blocks are tasks of a Dask cluster, and the workers write them into the store.

A worker that dies loses the block it was at, and Dask gives that block to another one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from elver import __version__
from elver.errors import ElverError, InputError
from elver.studies.blocks import Block
from elver.studies.runs import run_block
from elver.studies.setup import Setup
from elver.studies.store import WORKPLACE, write_block

RETRIES = 3  # of a block whose worker reported an error, such as a disk that was full for a moment
POLL = 0.5  # s between looks at the cluster


class ClusterError(ElverError):
    """A cluster did not answer, or went away. What was finished is in the store."""


def run_on_cluster(setup: Setup, blocks: Sequence[Block], store: Path, cluster: str, timeout: float, bar) -> None:
    """Run the blocks on a cluster; returns when all of them are in the store."""
    if not blocks:
        return
    client = connect(cluster, timeout)
    try:
        check_workers(client, store.resolve(), timeout)
        with client.as_current():
            follow(client, setup, blocks, store.resolve(), timeout, bar)
    finally:
        client.close(timeout=5)


def connect(cluster: str, timeout: float):
    """A client of the cluster at an address, or of the one a scheduler file names."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs the package distributed, which is missing: pip install 'elver[cluster]'.") from None
    path = Path(cluster)
    if cluster.endswith(".json") and not path.is_file():
        raise InputError(f"scheduler file '{cluster}' does not exist. Start `dask scheduler --scheduler-file {cluster}` first.")
    where = {"scheduler_file": cluster} if path.is_file() else {"address": cluster}
    try:
        return Client(**where, timeout=timeout, set_as_default=False)
    except (OSError, ValueError, KeyError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at '{cluster}' within {timeout:g} s ({type(error).__name__}). "
            "Give its address, such as tcp://host:8786, or its scheduler file. Nothing was lost."
        ) from None


def check_workers(client, store: Path, timeout: float) -> None:
    """Wait for a worker; refuse workers with another version of Elver, or that do not see the store."""
    try:
        client.wait_for_workers(1, timeout=timeout)
        seen = client.run(look_around, str(store))
    except (TimeoutError, OSError) as error:
        raise ClusterError(
            f"the cluster has no worker after {timeout:g} s ({type(error).__name__}). Start some, then --resume."
        ) from None
    for worker, (version, visible) in seen.items():
        if version != __version__:
            raise ClusterError(f"worker {worker} has elver {version}, this computer {__version__}. Install the same everywhere.")
        if not visible:
            raise ClusterError(f"worker {worker} does not see '{store}'. Put the store on a file system that all workers share.")


def look_around(store: str) -> tuple[str, bool]:
    """On a worker: its version of Elver, and whether it sees the store."""
    return __version__, (Path(store) / WORKPLACE).is_dir()


def run_and_write(setup: Setup, block: Block, store: str) -> int:
    """On a worker: one block, into the store. The worker's own threads run further blocks."""
    write_block(Path(store), block, run_block(setup, block, threads=1))
    return block.number


def follow(client, setup: Setup, blocks: Sequence[Block], store: Path, timeout: float, bar) -> None:
    """Submit all blocks and wait for them. Ends with an error where no worker is left for ``timeout`` seconds."""
    from distributed import CancelledError, wait

    key = f"elver-{time.time_ns()}"
    submitted = {
        client.submit(run_and_write, setup, block, str(store), key=f"{key}-{block.number}", retries=RETRIES): block
        for block in blocks
    }
    waiting, lost, alive = set(submitted), [], time.monotonic()
    while waiting:
        try:
            done, waiting = wait(waiting, timeout=POLL, return_when="FIRST_COMPLETED")
        except TimeoutError:
            done = set()
        except CancelledError:
            raise ClusterError(
                f"the scheduler went away; {len(waiting)} blocks are left. What was finished is in the store: start the cluster "
                "again, then --resume."
            ) from None
        for future in done:
            if future.status == "finished":
                bar.note(submitted[future])
            else:
                lost.append((submitted[future], future))
        if done or answers(client):
            alive = time.monotonic()
        elif time.monotonic() - alive > timeout:
            raise ClusterError(
                f"the cluster has had no worker for {timeout:g} s; {len(waiting)} blocks are left. What was finished is in the "
                "store: start the cluster again, then --resume."
            )
    if lost:
        block, future = lost[0]
        raise ClusterError(
            f"{len(lost)} blocks could not be run, first block {block.number}: {reason(future)}. The others are in the store; "
            "--resume tries the missing ones again."
        )


def answers(client) -> bool:
    """Whether the scheduler answers and has workers."""
    try:
        return client.status == "running" and bool(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, TimeoutError):
        return False


def reason(future) -> str:
    """Why a task has no result."""
    error = future.exception(timeout=5)
    return f"{type(error).__name__}: {str(error)[:300]}"

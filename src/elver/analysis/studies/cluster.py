"""Sweeps over a Dask cluster: connection, blocks sent and taken back, and workers or schedulers that fall silent."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver import __version__
from elver._support.errors import ElverError, InputError
from elver._support.resources import needed
from elver.analysis.studies.columns import tabulate
from elver.analysis.studies.options import Cluster
from elver.analysis.studies.runs import run_block, trajectory_times
from elver.analysis.studies.setup import Block, Blocks, Setup
from elver.analysis.studies.store import WORKPLACE, write_block

if TYPE_CHECKING:
    from distributed import Client

    from elver._support.display import Progress

# --- Calls that may never return, waited for no longer than asked.


class Deadline:
    """A moment in the future; ``left`` seconds remain, never less than 0."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())


class ThreadCall:
    """A call in a thread of its own. One that never returns keeps nobody waiting, also not at the end of the process."""

    def __init__(self, call: Callable, *arguments: Any, **named: Any):
        self.outcome: list = []
        self.thread = threading.Thread(target=self.work, args=(call, arguments, named), daemon=True)
        self.thread.start()

    def work(self, call: Callable, arguments: tuple, named: dict) -> None:
        try:
            self.outcome.append((call(*arguments, **named), None))
        except BaseException as error:
            self.outcome.append((None, error))

    def wait(self, seconds: float) -> bool:
        """Whether it has returned, after waiting for as long as that."""
        self.thread.join(seconds)
        return bool(self.outcome)

    def result(self) -> Any:
        """What it returned, or the exception it ended with."""
        value, error = self.outcome[0]
        if error is not None:
            raise error
        return value


def call_with_timeout(seconds: float, call: Callable, *arguments: Any, **named: Any) -> Any:
    """The result of a call, or its exception; TimeoutError where it takes longer than ``seconds``."""
    started = ThreadCall(call, *arguments, **named)
    if not started.wait(seconds):
        raise TimeoutError(f"no answer within {seconds:g} s")
    return started.result()


# --- A sweep on many computers: blocks are tasks of a Dask cluster, and the workers write them into the store.
#
# A worker that dies loses the block it was at, and Dask gives that block to another one. Nothing is waited for without end: a
# scheduler, a worker or a connection that is frozen is given up after the time-out, as one that is gone.

_RETRIES = 3  # of a block whose worker reported an error, such as a disk that was full for a moment
_POLL = 0.5  # s between looks at the cluster
_GOODBYE = 2.0  # s for leaving the cluster
LOADING = 60.0  # s that workers which live may take to load Elver
_UNDER_WAY = 1000  # blocks that are submitted and not done
_SCHEMES = ("tcp", "tls", "ws", "wss")  # of addresses


class ClusterError(ElverError):
    """A cluster did not answer, or went away. What was finished is in the store."""


def run_on_cluster(setup: Setup, blocks: Blocks, waiting: Sequence[int], store: Path, cluster: Cluster, bar: Progress) -> None:
    """Run the blocks of these numbers on a cluster; returns when all of them are in the store."""
    if not waiting:
        return
    with _quiet():
        client = connect(cluster)
        try:
            pulse = _HeartbeatMonitor(client, cluster.timeout)
            _check_workers(client, store.resolve(), pulse)
            with client.as_current():
                _follow(client, setup, blocks, waiting, store.resolve(), pulse, bar)
        finally:
            _leave(client)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's own complaints about connections from the terminal: what matters is in the errors."""
    with suppress(ImportError):
        import distributed  # noqa: F401, makes its loggers
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in ("distributed", "tornado", "asyncio")]
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


# --- connecting -----------------------------------------------------------------------------------------------------


def connect(cluster: Cluster) -> Client:
    """A client of the cluster at an address, or of the one a scheduler file names."""
    needed("distributed", "a cluster")
    from distributed import Client

    made: list[Client] = []

    class OwnClient(Client):
        """Known before it has connected, and not waited for by the garbage collector."""

        def __init__(self, **settings: Any) -> None:
            made.append(self)
            super().__init__(**settings)

        def __del__(self) -> None:
            pass

    where, timeout = _find_scheduler(cluster.address), cluster.timeout
    try:
        return call_with_timeout(timeout, OwnClient, **where, timeout=timeout, set_as_default=False)
    except Exception as error:  # Dask has many, depending on the kind of address
        for client in made:
            _leave(client)
        raise ClusterError(
            f"no Dask scheduler answers at '{cluster.address}' within {timeout:g} s ({type(error).__name__}). "
            "Give its address, such as tcp://host:8786, or its scheduler file. Nothing was lost."
        ) from None


def _find_scheduler(address: str) -> dict[str, str]:
    """What a client needs: the address, or the file; a refusal of what is neither."""
    path = Path(address)
    with suppress(OSError):
        if path.is_file():
            return {"scheduler_file": address}
    if address.endswith(".json"):
        raise InputError(f"scheduler file '{address}' does not exist. Start `dask scheduler --scheduler-file {address}` first.")
    scheme, separator, place = address.rpartition("://")
    if (separator and scheme not in _SCHEMES) or not re.fullmatch("[0-9]+", place.rpartition(":")[2]):
        raise InputError(
            f"cluster '{address}' is no address of a Dask scheduler. Give one such as tcp://host:8786, or its scheduler file. "
            f"Kinds of addresses: {', '.join(_SCHEMES)}."
        )
    return {"address": address}


def _leave(client: Client) -> None:
    """Close a connection, which may hang itself."""
    with suppress(Exception):
        call_with_timeout(_GOODBYE, client.close, timeout=_GOODBYE)


# --- signs of life --------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _HeartbeatMonitor:
    """Watches the workers' heartbeats, which stop where a worker, the scheduler or the way there is dead or frozen.

    seen: last heartbeat of every worker, and when it was new here [s].   answered: when there was a sign of life last [s].
    """

    client: object
    timeout: float
    seen: dict[str, tuple[float, float]] = field(default_factory=dict)
    answered: float = field(default_factory=time.monotonic)

    def look(self) -> None:
        """Drop workers that have been silent for the time-out; an error where all of them have."""
        beats = _heartbeats(self.client, max(self.answered + self.timeout - time.monotonic(), _POLL))
        now = time.monotonic()
        known = {name: self.seen.get(name, (beat, now)) for name, beat in beats.items()}
        self.seen = {name: known[name] if known[name][0] == beat else (beat, now) for name, beat in beats.items()}
        silent = {name for name, (_, since) in self.seen.items() if now - since > self.timeout}
        if len(silent) < len(self.seen):
            self.answered = max(since for _, since in self.seen.values())
            for name in silent:
                _drop(self.client, name)
                del self.seen[name]
        elif now - self.answered > self.timeout:
            raise ClusterError(
                f"the cluster has had no worker for {self.timeout:g} s that gives a sign of life. What was finished is in the "
                "store: start the cluster again, then --resume."
            )


def _heartbeats(client: Any, seconds: float) -> Mapping[str, float]:
    """Time of the last heartbeat of every worker, by the scheduler's clock; empty where there is no answer."""
    try:
        workers = call_with_timeout(seconds, client.scheduler_info, n_workers=-1)["workers"]
        return {name: worker["last_seen"] for name, worker in workers.items()}
    except Exception:  # a connection that breaks has many errors
        return {}


def _drop(client: Any, worker: str) -> None:
    """Tell the scheduler that a worker is lost, so that its blocks go to others."""
    with suppress(Exception):
        lost = {"address": worker, "stimulus_id": f"elver-silent-{time.time_ns()}"}
        call_with_timeout(_GOODBYE, client.sync, client.scheduler.unregister, **lost)


# --- workers --------------------------------------------------------------------------------------------------------


def _check_workers(client: Client, store: Path, pulse: _HeartbeatMonitor) -> None:
    """Wait for a worker; refuse workers with another version of Elver, or that do not see the store."""
    try:
        call_with_timeout(pulse.timeout + _GOODBYE, client.wait_for_workers, 1, timeout=pulse.timeout)
    except Exception as error:
        raise ClusterError(
            f"the cluster has no worker after {pulse.timeout:g} s ({type(error).__name__}). Start some, then --resume."
        ) from None
    for worker, (version, visible) in _ask_workers(client, store, pulse).items():
        if version != __version__:
            raise ClusterError(f"worker {worker} has elver {version}, this computer {__version__}. Install the same everywhere.")
        if not visible:
            raise ClusterError(f"worker {worker} does not see '{store}'. Put the store on a file system that all workers share.")


def _ask_workers(client: Client, store: Path, pulse: _HeartbeatMonitor) -> dict[str, tuple[str, bool]]:
    """What every worker sees, by its address. As long as they live they are given time to load Elver."""
    deadline, pulse.answered = Deadline(max(pulse.timeout, LOADING)), time.monotonic()
    pulse.look()
    loaded = _load_everywhere(client, pulse.seen)
    while deadline.left:
        asked = set(pulse.seen)
        if asked and all(loaded[name].done() for name in asked & set(loaded)):
            answer = ThreadCall(client.run, _look_around, str(store), workers=sorted(asked))
            while deadline.left and asked <= set(pulse.seen):
                if answer.wait(_POLL):
                    return _answer_of(answer)
                pulse.look()
        time.sleep(_POLL)
        pulse.look()
    raise ClusterError(f"workers of the cluster do not answer whether they see '{store}'. Is its file system all right?")


def _load_everywhere(client: Client, workers: Iterable[str]) -> dict:
    """Tasks that load Elver, by worker. In a task it does not hold up the worker's heartbeat, as it would in a question."""
    key = f"elver-load-{time.time_ns()}"
    return {
        name: client.submit(import_module, __name__, workers=[name], key=f"{key}-{k}", pure=False)
        for k, name in enumerate(workers)
    }


def _answer_of(answer: ThreadCall) -> dict[str, tuple[str, bool]]:
    try:
        return answer.result()
    except Exception as error:
        raise ClusterError(
            f"a worker of the cluster cannot load Elver ({type(error).__name__}: {str(error)[:200]}). Install it there."
        ) from None


def _look_around(store: str) -> tuple[str, bool]:
    """On a worker: its version of Elver, and whether it sees the store."""
    return __version__, (Path(store) / WORKPLACE).is_dir()


def _run_and_write(setup: Setup, block: Block, store: str) -> int:
    """On a worker: one block, into the store. The worker's own threads run further blocks."""
    write_block(Path(store), block, tabulate(block.cases, run_block(setup, block, threads=1), trajectory_times(setup.plan)))
    return block.number


def _follow(
    client: Client, setup: Setup, blocks: Blocks, numbers: Sequence[int], store: Path, pulse: _HeartbeatMonitor, bar: Progress
) -> None:
    """Submit the blocks and wait for them, as long as there is a worker that lives. So many are under way at a time: a scheduler
    need not remember a million cases.
    """
    from distributed import CancelledError, wait

    key, left, lost = f"elver-{time.time_ns()}", deque(numbers), []
    submitted: dict[Any, Block] = {}
    while left or submitted:
        while left and len(submitted) < _UNDER_WAY:
            block = blocks[left.popleft()]
            submitted[client.submit(_run_and_write, setup, block, str(store), key=f"{key}-{block.number}", retries=_RETRIES)] = (
                block
            )
        try:
            done, _ = wait(set(submitted), timeout=_POLL, return_when="FIRST_COMPLETED")
        except TimeoutError:
            done = set()
        except CancelledError:
            raise ClusterError(
                f"the scheduler went away; {len(submitted) + len(left)} blocks are left. What was finished is in the store: "
                "start the cluster again, then --resume."
            ) from None
        for future in done:
            block = submitted.pop(future)
            if future.status == "finished":
                bar.advance(len(block.cases))
            else:
                lost.append((block.number, reason(future)))
        if not done:
            pulse.look()
    if lost:
        raise ClusterError(
            f"{len(lost)} blocks could not be run, first block {lost[0][0]}: {lost[0][1]}. The others are in the store; "
            "--resume tries the missing ones again."
        )


def reason(future: Any) -> str:
    """Why a task has no result."""
    try:
        error = call_with_timeout(_GOODBYE, future.exception, timeout=_GOODBYE)
    except Exception as silence:
        error = silence
    return f"{type(error).__name__}: {str(error)[:300]}"

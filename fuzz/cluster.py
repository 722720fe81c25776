"""A frozen cluster: scheduler or workers stop answering (SIGSTOP). The time-out asked for is kept, and what was done stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

from .bases import SWEEP, base, same
from .case import Kind, Report
from .child import elver, start
from .verdict import judge

TIMEOUT, GRACE = 2, 12.0  # s: asked for, and what connecting, compiling and ending may take besides
SCRIPT = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, *(w.pid for w in cluster.workers.values()), flush=True)
        time.sleep(300)
"""


def attack(chance: Random, folder: Path) -> Report:
    """Freeze the scheduler or the worker before or during a sweep."""
    good = base(folder.parent, "sweep")
    (folder / "cluster.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(folder / "cluster.py")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder,
        start_new_session=True,
    )  # fmt: skip
    try:
        address, worker = process.stdout.readline().split()[:2]
        victim = chance.choice(("scheduler", "worker"))
        delay = chance.choice((0.0, chance.uniform(0, 3)))
        return frozen(folder, good, address, victim, process.pid if victim == "scheduler" else int(worker), delay)
    finally:
        end_group(process)


def frozen(folder: Path, good: Path, address: str, victim: str, pid: int, delay: float) -> Report:
    """The sweep while the victim sleeps; then the rest of it here."""
    asked = [*SWEEP, "--out", "r"]
    child = start(elver([*asked, "--cluster", address, "--timeout", str(TIMEOUT)]), folder)
    time.sleep(delay)
    os.kill(pid, signal.SIGSTOP)
    stopped = time.monotonic()
    ended = child.wait(delay + TIMEOUT + GRACE)
    os.kill(pid, signal.SIGCONT)
    findings = [f"{text} ({time.monotonic() - stopped:.0f} s, {TIMEOUT} s asked)" for text in judge(ended)[0]]
    if not findings and ended.code != 0:
        ended = start(elver([*asked, "--resume"]), folder).wait()
        findings = judge(ended)[0]
    differs = "" if findings else same("sweep", folder / "r", good)
    return Report(f"sweep, {victim} frozen after {delay:.2f} s", findings + ([differs] if differs else []))


def end_group(process) -> None:
    """End the cluster that this attack started, with its workers."""
    for how in (signal.SIGCONT, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            return
    process.wait()


def missing() -> str:
    return "" if find_spec("distributed") else "the package distributed is not installed"


KIND = Kind("cluster", "a scheduler or worker that freezes", attack, weight=1, needs=missing)

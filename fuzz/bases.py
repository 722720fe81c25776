"""Good results to attack, made once per program; and the comparison of results before and after."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from .child import SECONDS, elver, forked, start
from .verdict import last_line

EEL = ["eel", "--set", "body.joints=2", "--duration", "0.03"]
RUN = ["run", *EEL, "--no-figures"]
SWEEP = ["sweep", *EEL, "--vary", "gait.amplitude=0.02:0.1:6", "--block", "1", "--threads", "1"]
OPTIMISE = ["optimise", *EEL, "--over", "gait.amplitude=0.02:0.1", "--objective", "work", "--budget", "12", "--no-figures"]
PARETO = ["pareto", *EEL, "--over", "gait.amplitude=0.02:0.1", "--minimise", "work", "--maximise", "mean_speed",
          "--budget", "12", "--population", "4", "--no-figures"]  # fmt: skip
COMMANDS = {"run": RUN, "sweep": SWEEP, "optimise": OPTIMISE, "pareto": PARETO}
TASK = "EelTarget"
ATTEMPTS = 5  # to kill a sweep before its end
CHANGING = {"wall_time", "realtime_factor", "build_time", "compile_time"}


@cache
def base(root: Path, command: str) -> Path:
    """The folder of a good result of a command."""
    folder = root / "good"
    folder.mkdir(exist_ok=True)
    ended = forked(elver([*COMMANDS[command], "--out", command]), folder, 120)
    if ended.code != 0:
        raise RuntimeError(f"no good result of {command} to attack: {ended.err}")
    return folder / command


@cache
def blocks(root: Path) -> Path:
    """A sweep that was killed before its end, as soon as a block was done: however slow the computer is."""
    made = root / "good" / "unfinished"
    base(root, "sweep")
    for _ in range(ATTEMPTS):
        shutil.rmtree(made, ignore_errors=True)
        child = start(elver([*SWEEP, "--out", "unfinished"]), made.parent)
        while not list(made.glob(".elver/block-*")) and time.monotonic() - child.began < SECONDS:
            time.sleep(0.001)
        child.kill()
        child.wait()
        if made.exists() and not (made / ".elver" / "complete").exists():
            return made
    return base(root, "sweep")  # it always finished before it was killed


def same(command: str, folder: Path, good: Path) -> str:
    """How a result differs from a good one; empty text where it does not."""
    mine = told(command, folder)
    if isinstance(mine, str):
        return f"the result cannot be read: {mine}"
    other = good_content(command, good)
    return "" if mine == other else f"the result differs: {difference(mine, other)}"


@cache
def good_content(command: str, good: Path) -> dict:
    return told(command, good)


def told(command: str, folder: Path) -> dict | str:
    """The content of a result, read in a process of its own (readers start threads, and files may be damaged); or why not."""
    place = folder.parent / f"{folder.name}-read"
    place.mkdir(exist_ok=True)
    ended = forked(lambda: print(json.dumps(content(command, folder))), place)
    shutil.rmtree(place, ignore_errors=True)
    return json.loads(ended.out) if ended.code == 0 and ended.out else last_line(ended.err) or f"signal {ended.killer}"


def difference(mine: dict, other: dict) -> str:
    keys = [k for k in {**mine, **other} if mine.get(k) != other.get(k)]
    return f"{', '.join(map(str, keys[:5]))}"


def content(command: str, folder: Path) -> dict:
    """What must be equal, bit for bit, in every repeat of a command."""
    if command in ("optimise", "pareto"):
        name = "optimum.json" if command == "optimise" else "front.json"
        return {k: v for k, v in json.loads((folder / name).read_text()).items() if k not in CHANGING}
    if command == "sweep":
        from elver.analysis import load_sweep

        data = load_sweep(folder).load()
    else:
        from elver import load_run

        data = load_run(folder / "run.nc").data
    return {str(name): sha256(repr(v.values.tolist()).encode()).hexdigest() for name, v in data.variables.items()
            if name not in CHANGING}  # fmt: skip


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file below a folder by its content."""
    return {str(p.relative_to(folder)): sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


def leftovers(folder: Path) -> list[str]:
    """Half-written files that nobody owns any more."""
    left = [str(p.relative_to(folder)) for p in folder.rglob("*") if p.name.endswith(".part") or p.name.startswith("tmp")]
    return [f"left behind: {', '.join(left)[:200]}"] if left else []


FIT = """\
elver: 1
fit: eel
model: eel
set: {body.joints: 2}
unknowns: {gait.amplitude: {range: [0.02, 0.1], start: 0.05}}
channels:
  way: {of: base_position.x, unit: mm, sigma: 1 mm}
  again: {of: base_position.x, unit: mm, sigma: 1 mm, column: base_position.x}
recordings:
  swim: {file: swim.csv}
  run: {file: run.nc}
run: {dt: 10 ms, method: rk4}
"""


@cache
def fit_folder(root: Path) -> Path:
    """A fit file with its recordings as CSV and as NetCDF."""
    made = root / "good" / "fit"
    run = base(root, "run")
    made.mkdir()
    rows = "".join(f"{0.01 * k:g},{0.3 * k:g}\n" for k in range(4))
    for name, text in (("fit.yaml", FIT), ("swim.csv", f"time,way\n{rows}")):
        (made / name).write_text(text)
    shutil.copy(run / "run.nc", made)
    return made


@cache
def half_fit(root: Path) -> Path:
    """The same, and in ``half`` the state of a fit that was stopped on its way."""
    made = Path(shutil.copytree(fit_folder(root), root / "good" / "half-fit"))
    words = ["fit", str(made / "fit.yaml"), "--out", str(made / "half"), "--no-figures", "--starts", "2"]
    ended = forked(stopped_early(elver(words)), made.parent, 120)
    if not (made / "half" / "fit-state.json").exists():
        raise RuntimeError(f"no state of a fit to attack: {ended.err}")
    return made


def stopped_early(call: Callable[[], int]) -> Callable[[], int]:
    """A fit that is stopped by Ctrl-C when it has written its state for the third time."""

    def stopped() -> int:
        from elver.analysis.fit.search import Checkpoint

        write, count = Checkpoint.write, [0]

        def counted(self, **changed) -> None:
            write(self, **changed)
            count[0] += 1
            if count[0] == 3:
                raise KeyboardInterrupt

        Checkpoint.write = counted
        return call()

    return stopped


@cache
def policy_folder(root: Path) -> Path:
    """A small policy that nobody trained, and the checkpoint of its training."""
    from elver.learn.training import save_checkpoint

    made = root / "good" / "policy"
    made.mkdir(parents=True)
    own = small_learner()
    own.policy(task=TASK).save(made / "policy.npz")
    save_checkpoint(own, made / "checkpoint.npz")
    return made


@cache
def small_learner():
    """A training that has not begun."""
    from elver.learn.ppo import Learner, Settings
    from elver.learn.training import TaskWorld
    from elver.tasks import find_task

    return Learner(TaskWorld(find_task(TASK), 1, threads=1), Settings(width=4), 0, threads=1)

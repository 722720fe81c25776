"""Runs that are written while they go on: stretch after stretch, each from the last sample of the one before it.

A stretch depends on nothing but the sample it begins with. A run that was killed goes on from the last stretch that is whole, and
ends with the numbers of one that was not, bit by bit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from elver import __version__
from elver.choices import ADAPTIVE
from elver.errors import InputError
from elver.files import held, shown
from elver.native.program import Program
from elver.progress import Progress
from elver.results import Run
from elver.results.figures import add_measures
from elver.results.ledger import RunningLedger
from elver.results.plausibility.kept import larger, merged
from elver.results.plausibility.numerics import of_whole
from elver.results.run import load_run
from elver.results.samples.joined import on_demand, refuse_other_quantities
from elver.results.streams.journal import lock_path
from elver.results.streams.netcdf import NetcdfStream
from elver.results.streams.zarr import LIST, ZarrStream
from elver.stepping.chunks import Interrupt
from elver.stepping.plan import Plan, sample_times
from elver.stepping.recording import sample_bytes
from elver.stepping.trajectory import refuse_other_model

KINDS: dict[str, type[NetcdfStream] | type[ZarrStream]] = {".nc": NetcdfStream, ".zarr": ZarrStream}
STRETCH = 3.2e7  # bytes of samples that are made and written together
FEWEST = 64  # samples of a stretch
COUNTS = ("refused_steps", "corrected_steps")  # where steps are chosen by their error
SO_FAR = "stream"  # attribute: what the next stretch needs besides the last sample
GO_ON = "--resume (resume=True) goes on from there"
Stretch = Callable[[Plan, Run | None], Run]


@dataclass
class SoFar:
    """A stream after its last whole stretch. chunk: samples of a stretch.   request: what was asked for, to be the same again.

    samples: written.   steps, wall_time [s]: of all stretches; counts: what else they count, by name.
    ledger: what a RunningLedger keeps.
    warnings, discretisation: what was found in them, as attributes hold it.
    """

    chunk: int
    request: dict[str, Any]
    samples: int = 0
    steps: int = 0
    wall_time: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
    ledger: Mapping[str, Any] | None = None
    warnings: str = "[]"
    discretisation: str = "{}"

    def judged(self, run: Run, data: Any) -> dict[str, str]:
        """Warnings and the error by steps of all stretches. run: the next one.   data: its samples, with all the ledger."""
        self.warnings = merged(self.warnings, run.data.attrs["warnings"])
        self.discretisation = larger(self.discretisation, run.data.attrs.get("discretisation", "{}"))
        whole = of_whole(self.warnings, data.attrs, self.samples)
        return {"warnings": whole, "discretisation": self.discretisation}


def stream_kind(path: Path) -> type[NetcdfStream] | type[ZarrStream]:
    """How a store of that name is written."""
    if path.suffix not in KINDS:
        raise InputError(f"store '{shown(path)}' has no known ending. Give a name that ends in {' or '.join(KINDS)}.")
    return KINDS[path.suffix]


@contextmanager
def stream_held(path: Path):
    """Nobody else writes to the store meanwhile."""
    if not path.parent.is_dir():
        raise InputError(f"folder '{shown(path.parent)}' does not exist. Create it first.")
    with held(lock_path(path), f"'{shown(path)}'"):
        yield


def refuse_taken(path: Path) -> None:
    """Refuse a store that is there."""
    stream_kind(path)
    if path.exists():
        raise InputError(
            f"'{shown(path)}' exists and nothing is overwritten. Choose another name, or resume=True (--resume) to go on with it."
        )


def stream_request(request: Plan) -> dict[str, Any]:
    """What must be the same when a run is gone on with: the plan, without its duration."""
    own = {**request.__dict__, "elver": __version__}
    del own["duration"]
    return own


def written_so_far(path: Path) -> Run | None:
    """The run that a store holds up to its last commit; None where a kill came before the first one."""
    stream_kind(path)
    if not (path / LIST if path.suffix == ".zarr" else path).exists():
        return None
    run = load_run(path)
    if SO_FAR not in run.data.attrs:
        raise InputError(f"'{shown(path)}' was not written while it ran, and cannot be gone on with. Choose another name.")
    return run


def stream(
    program: Program, request: Plan, path: Path, asked: Mapping[str, Any], make: Stretch, before: Run | None, found: Run | None,
    progress: bool | None,
) -> Run:  # fmt: skip
    """Carry out a plan stretch by stretch into a store; the run, which stays on disk.

    asked: what must be the same when it is gone on with.   make: runs a stretch from the end of another run.
    before: a run to begin after.   found: the run that the store holds already.
    """
    with stream_held(path):
        return streamed(program, request, path, asked, make, before, found, progress)


def streamed(program: Program, request: Plan, path: Path, asked, make: Stretch, before, found, progress) -> Run:
    """``stream`` with the store held."""
    chunk = max(FEWEST, int(STRETCH / sample_bytes(program)))
    so_far = SoFar(chunk, json.loads(json.dumps(dict(asked))))
    writer = stream_kind(path)(path, chunk)
    if found is not None:
        refuse_other_model(program, found)
        refuse_other_quantities(on_demand(found.data.variables), on_demand(f.name for f in program.equations.recorded.fields))
        so_far, before, done = gone_on(path, found, so_far, request)
        if done:
            return with_measures(program, path, writer, found)
        found.data.close()
        if so_far.samples:
            assert before is not None
            writer.reopen()
            writer.cut(so_far.samples, before.data.attrs)
    begun = 0.0 if before is None or found is None else float(before.data.time[-1] - found.data.time[0])
    bar = Progress(request.duration, program.model.name, progress, begun=begun)
    try:
        last = write_stretches(request, writer, so_far, make, before, bar)
    finally:
        bar.close()
        writer.close()
    if program.model.measures:
        finish_measures(program, path, writer, last)
    return load_run(path)


def gone_on(path: Path, found: Run, now: SoFar, request: Plan) -> tuple[SoFar, Run | None, bool]:
    """Where a stream goes on: what it kept, the last sample of its last whole stretch; and whether nothing is left to do."""
    kept = SoFar(**json.loads(found.data.attrs[SO_FAR]))
    changed = [name for name in {**kept.request, **now.request} if kept.request.get(name) != now.request.get(name)]
    if changed or kept.chunk != now.chunk:
        name = changed[0] if changed else "the size of a sample"
        was, is_now = (one.request.get(name, "another") for one in (kept, now))
        raise InputError(f"'{shown(path)}' was written with {name} = {was}, now it is {is_now}. Use the same, or another store.")
    times = found.data.time.values
    left = request.duration - (times[-1] - times[0])
    if left < -1e-9 * request.duration:
        raise InputError(
            f"'{shown(path)}' holds {times[-1] - times[0]:g} s already, more than the {request.duration:g} s asked for."
        )
    ended = found.status not in ("finished", "interrupted")
    if ended or (found.status == "finished" and left <= 1e-9 * request.duration):
        return kept, None, True
    if not kept.samples:
        return kept, None, False
    last = found.data.isel(time=[kept.samples - 1]).load()
    last.attrs |= {"status": "interrupted", "status_detail": cut_off(float(last.time[-1]))}
    return kept, Run(last), False


def cut_off(time: float) -> str:
    return f"cut off after {time:g} s; {GO_ON}"


def write_stretches(
    request: Plan, writer: NetcdfStream | ZarrStream, kept: SoFar, make: Stretch, before: Run | None, bar: Progress
) -> Mapping[str, Any]:
    """All stretches that are left; the attributes of the run at its end. Ctrl-C waits for the samples that are there already."""
    attrs: dict[str, Any] = {}
    with Interrupt() as interrupt:
        for plan in stretches(request, kept):
            run, ledger, first = make(plan, before), RunningLedger(kept.ledger), 1 if kept.samples else 0
            data = run.data.isel(time=slice(first, None)).copy()
            ledger.add(data)
            total = replace(kept, samples=kept.samples + data.sizes["time"], ledger=ledger.kept)
            total.steps += int(run.data.attrs["steps"])
            total.wall_time += float(run.data.attrs["wall_time"])
            total.counts = {n: kept.counts.get(n, 0) + int(run.data.attrs[n]) for n in COUNTS if n in run.data.attrs}
            whole = run.status == "finished" and total.samples % kept.chunk == 0
            attrs = {**run.data.attrs, **data.attrs, "steps": total.steps, "wall_time": total.wall_time, "measures": "{}"}
            attrs["not_computed"] = "{}"
            attrs |= {**total.counts, **total.judged(run, data)}
            attrs["settings"] = json.dumps({**json.loads(run.data.attrs["settings"]), "duration": request.duration})
            attrs[SO_FAR] = json.dumps((total if whole else kept).__dict__)
            at_end = total.samples >= total_samples(request)
            if run.status == "finished" and not at_end:
                attrs |= {"status": "interrupted", "status_detail": cut_off(float(data.time[-1]))}
            if run.status == "interrupted":
                attrs["status_detail"] = f"{run.status_detail}; {GO_ON}"
            (writer.append if kept.samples else writer.begin)(data, attrs)
            bar.advance(plan.duration)
            if run.status != "finished" or interrupt.asked:
                break
            kept, before = total, run
    if interrupt.asked and attrs.get("status") == "finished":  # in the last of them
        raise KeyboardInterrupt
    return attrs


def total_samples(request: Plan) -> int:
    """Samples of the whole run."""
    return len(sample_times(request))


def stretches(request: Plan, kept: SoFar):
    """Plans of the stretches that are left: whole chunks of samples, and the rest."""
    adaptive, done = request.method in ADAPTIVE, kept.samples
    total = total_samples(request)
    while done < total:
        begin, end = max(done - 1, 0), min((done // kept.chunk + 1) * kept.chunk, total) - 1  # numbers of samples
        if adaptive:
            yield replace(request, duration=min(end * request.output, request.duration) - begin * request.output)
        else:
            steps = min(end * request.every, request.steps) - begin * request.every
            yield replace(request, duration=steps * request.dt)
        done = end + 1


def with_measures(program: Program, path: Path, writer: NetcdfStream | ZarrStream, found: Run) -> Run:
    """A run that has ended, with the model's own figures: a kill can come after the last sample and before them."""
    if not program.model.measures or found.data.attrs.get("measures", "{}") != "{}":
        return found
    attrs = dict(found.data.attrs)
    found.data.close()
    finish_measures(program, path, writer, attrs)
    return load_run(path)


def finish_measures(program: Program, path: Path, writer: NetcdfStream | ZarrStream, attrs: Mapping[str, Any]) -> None:
    """The model's own figures, from the whole run."""
    data = load_run(path).data
    data.attrs |= attrs
    add_measures(data, program.model)
    figures = {key: data.attrs[key] for key in ("measures", "not_computed", "figures")}
    data.close()
    writer.reopen()
    try:
        writer.settle(figures)
    finally:
        writer.close()

"""Runs that are written while they go on: stretch after stretch, each from the last sample of the one before it.

A stretch depends on nothing but the sample it begins with. A run that was killed goes on from the last stretch that is whole, and
ends with the numbers of one that was not, bit by bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from elver import __version__
from elver._support.choices import ADAPTIVE
from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.files import held, shown
from elver._support.interrupts import Interrupt
from elver.model import Program
from elver.results import Run, load_run
from elver.results.checks.steps import of_whole
from elver.results.checks.trust import larger_step_error, worst_findings
from elver.results.join import on_demand, refuse_other_quantities
from elver.results.ledger import RunningLedger
from elver.results.record import STREAM, Attributes, StepError, attribute, encoded, plain_values
from elver.results.storage.streams import NetcdfStream, lock_path
from elver.results.storage.zarr import LIST, ZarrStream, holds_nothing
from elver.results.summary import metric_attributes
from elver.simulation.finish import free_values
from elver.simulation.pipeline import integrate_alone, make_run
from elver.simulation.plan import Plan, RunRequest, sample_times
from elver.simulation.recording import sample_bytes
from elver.simulation.trajectory import refuse_other_model

KINDS: dict[str, type[NetcdfStream] | type[ZarrStream]] = {".nc": NetcdfStream, ".zarr": ZarrStream}
STRETCH = 3.2e7  # bytes of samples that are made and written together
FEWEST = 64  # samples of a stretch
_COUNTS = ("refused_steps", "corrected_steps")  # where steps are chosen by their error
_GO_ON = "--resume (resume=True) goes on from there"


@dataclass
class _StreamState:
    """A stream after its last whole stretch. chunk: samples of a stretch.   request: what was asked for, to be the same again.

    samples: written.   steps, wall_time [s]: of all stretches; counts: what else they count, by name.
    ledger: the state of a RunningLedger.   warnings, discretisation: what was found in them.
    """

    chunk: int
    request: dict[str, Any]
    samples: int = 0
    steps: int = 0
    wall_time: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
    ledger: Mapping[str, Any] | None = None
    warnings: list[dict[str, Any]] = field(default_factory=list)
    discretisation: StepError | None = None

    def judged(self, run: Run, data: Any) -> dict[str, Any]:
        """Warnings and the error by steps of all stretches. run: the next one.   data: its samples, with all the ledger."""
        self.warnings = worst_findings(self.warnings, attribute(run.given, "warnings", []))
        self.discretisation = larger_step_error(self.discretisation, attribute(run.given, "discretisation"))
        return {"warnings": of_whole(self.warnings, data, self.samples), "discretisation": self.discretisation or {}}

    def stored(self) -> dict[str, Any]:
        """As the attribute has it: warnings and the error by steps are texts of JSON themselves."""
        return {**self.__dict__, **encoded({"warnings": self.warnings, "discretisation": self.discretisation or {}})}

    @classmethod
    def read(cls, run: Run) -> _StreamState:
        """What a run holds that was written while it went on."""
        found = attribute(run.samples, STREAM)
        inner = Attributes(found)
        own = {"warnings": attribute(inner, "warnings", []), "discretisation": attribute(inner, "discretisation")}
        return cls(**{**found, **own})


def _stream_kind(path: Path) -> type[NetcdfStream] | type[ZarrStream]:
    """How a store of that name is written."""
    if path.suffix not in KINDS:
        raise InputError(f"Save.path '{shown(path)}' has no known ending. Give a name that ends in {' or '.join(KINDS)}.")
    return KINDS[path.suffix]


@contextmanager
def _stream_held(path: Path) -> Iterator[None]:
    """Nobody else writes to the store meanwhile."""
    if not path.parent.is_dir():
        raise InputError(f"folder '{shown(path.parent)}' does not exist. Create it first.")
    with held(lock_path(path), f"'{shown(path)}'"):
        yield


def refuse_taken(path: Path) -> None:
    """Refuse a store that is there, unless nothing has been written into it yet."""
    _stream_kind(path)
    if path.exists() and not holds_nothing(path):
        raise InputError(
            f"'{shown(path)}' exists and nothing is overwritten. Choose another name, or resume=True (--resume) to go on with it."
        )


def written_so_far(path: Path) -> Run | None:
    """The run that a store holds up to its last commit; None where a kill came before the first one."""
    _stream_kind(path)
    if not (path / LIST if path.suffix == ".zarr" else path).exists():
        return None
    run = load_run(path)
    if STREAM not in run.data.attrs:
        raise InputError(f"'{shown(path)}' was not written while it ran, and cannot be gone on with. Choose another name.")
    return run


def stream(request: RunRequest, path: Path, found: Run | None, signals: str | None) -> Run:
    """Carry out a run stretch by stretch into a file; the run, which stays on disk.

    found: the run that the file holds already.   signals: digest of the table that was given in place of the model's own.
    """
    with _stream_held(path):
        return _write_stream(request, path, found, signals)


def _write_stream(request: RunRequest, path: Path, found: Run | None, signals: str | None) -> Run:
    """``stream`` with the file held."""
    program, before = request.program, request.resume
    chunk = max(FEWEST, int(STRETCH / sample_bytes(program)))
    so_far = _StreamState(chunk, plain_values(_same_again(request, signals)))
    writer = _stream_kind(path)(path, chunk)
    if found is not None:
        refuse_other_model(program, found)
        refuse_other_quantities(on_demand(found.data.variables), on_demand(f.name for f in program.equations.recorded.fields))
        so_far, before, done = _gone_on(path, found, so_far, request.plan)
        if done:
            return _with_metrics(program, path, writer, found)
        found.data.close()
        if so_far.samples:
            assert before is not None
            writer.reopen()
            writer.cut(so_far.samples, before.data.attrs)
    begun = 0.0 if before is None or found is None else float(before.data.time[-1] - found.data.time[0])
    bar = Progress(request.plan.duration, program.model.name, request.progress, begun=begun)
    try:
        last = _write_stretches(replace(request, resume=before, progress=False), writer, so_far, bar)
    finally:
        bar.close()
        writer.close()
    if program.model.metrics:
        finish_metrics(program, path, writer, last)
    return load_run(path)


def _same_again(request: RunRequest, signals: str | None) -> dict[str, Any]:
    """What must be the same when a run is gone on with: all that decides its numbers, but for its duration."""
    plan = {**request.plan.__dict__, "elver": __version__}
    del plan["duration"]
    asked = {"model": request.program.model.name, **plan, **free_values(request.program, request.p), "seed": request.seed}
    asked["contact"] = str(request.contact)
    if request.sensors is not None:
        asked["sensors"] = request.sensors.identity
    return asked if signals is None else asked | {"signals": signals}


def _gone_on(path: Path, found: Run, now: _StreamState, request: Plan) -> tuple[_StreamState, Run | None, bool]:
    """Where a stream goes on: what it kept, the last sample of its last whole stretch; and whether nothing is left to do."""
    kept = _StreamState.read(found)
    changed = [name for name in {**kept.request, **now.request} if kept.request.get(name) != now.request.get(name)]
    if changed or kept.chunk != now.chunk:
        name = changed[0] if changed else "the size of a sample"
        was, is_now = (one.request.get(name, "another") for one in (kept, now))
        raise InputError(f"'{shown(path)}' was written with {name} = {was}, now it is {is_now}. Use the same, or another file.")
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
    last.attrs |= {"status": "interrupted", "status_detail": _cut_off(float(last.time[-1]))}
    return kept, Run(last), False


def _cut_off(time: float) -> str:
    return f"cut off after {time:g} s; {_GO_ON}"


def _write_stretches(
    request: RunRequest, writer: NetcdfStream | ZarrStream, kept: _StreamState, bar: Progress
) -> Mapping[str, Any]:
    """All stretches that are left; the attributes of the run at its end. Ctrl-C waits for the samples that are there already."""
    attrs: dict[str, Any] = {}
    whole_run = request.plan
    with Interrupt() as interrupt:
        for plan in _stretches(whole_run, kept):
            stretch = replace(request, plan=plan)
            run, ledger, first = (
                make_run(stretch, integrate_alone(stretch)),
                RunningLedger(kept.ledger),
                1 if kept.samples else 0,
            )
            data = run.data.isel(time=slice(first, None)).copy()
            ledger.add(data)
            total = replace(kept, samples=kept.samples + data.sizes["time"], ledger=ledger.state)
            total.steps += int(run.data.attrs["steps"])
            total.wall_time += float(run.data.attrs["wall_time"])
            total.counts = {n: kept.counts.get(n, 0) + int(run.data.attrs[n]) for n in _COUNTS if n in run.data.attrs}
            whole = run.status == "finished" and total.samples % kept.chunk == 0
            attrs = {**data.attrs, "steps": total.steps, "wall_time": total.wall_time, **total.counts}
            judged, settings = total.judged(run, data), {**run.settings, "duration": whole_run.duration}
            state = (total if whole else kept).stored()
            attrs |= encoded({"measures": {}, "not_computed": {}, **judged, "settings": settings, STREAM: state})
            at_end = total.samples >= _total_samples(whole_run)
            if run.status == "finished" and not at_end:
                attrs |= {"status": "interrupted", "status_detail": _cut_off(float(data.time[-1]))}
            if run.status == "interrupted":
                attrs["status_detail"] = f"{run.status_detail}; {_GO_ON}"
            (writer.append if kept.samples else writer.begin)(data, attrs)
            bar.advance(plan.duration)
            if run.status != "finished" or interrupt.asked:
                break
            kept, request = total, replace(request, resume=run)
    if interrupt.asked and attrs.get("status") == "finished":  # in the last of them
        raise KeyboardInterrupt
    return attrs


def _total_samples(request: Plan) -> int:
    """Samples of the whole run."""
    return len(sample_times(request))


def _stretches(request: Plan, kept: _StreamState) -> Iterator[Plan]:
    """Plans of the stretches that are left: whole chunks of samples, and the rest."""
    adaptive, done = request.method in ADAPTIVE, kept.samples
    total = _total_samples(request)
    while done < total:
        begin, end = max(done - 1, 0), min((done // kept.chunk + 1) * kept.chunk, total) - 1  # numbers of samples
        if adaptive:
            yield replace(request, duration=min(end * request.output, request.duration) - begin * request.output)
        else:
            steps = min(end * request.every, request.steps) - begin * request.every
            yield replace(request, duration=steps * request.dt)
        done = end + 1


def _with_metrics(program: Program, path: Path, writer: NetcdfStream | ZarrStream, found: Run) -> Run:
    """A run that has ended, with the model's own metrics: a kill can come after the last sample and before them."""
    if not program.model.metrics or attribute(found.data, "measures"):
        return found
    attrs = dict(found.data.attrs)
    found.data.close()
    finish_metrics(program, path, writer, attrs)
    return load_run(path)


def finish_metrics(program: Program, path: Path, writer: NetcdfStream | ZarrStream, attrs: Mapping[str, Any]) -> None:
    """The model's own metrics, from the whole run."""
    data = load_run(path).data
    data.attrs |= attrs
    found = encoded(metric_attributes(data, program.model))
    data.close()
    writer.reopen()
    try:
        writer.settle(found)
    finally:
        writer.close()

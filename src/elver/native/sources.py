"""What can be run: a scenario, a model, or a program that was compiled before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from elver.equations import Model
from elver.errors import InputError, is_finite, is_whole
from elver.native.program import Program, compile_model

STEP = 1e-3  # s, of a model or a program, which have none of their own
MOST = 1e15  # steps that a whole number of them can be told of; plans allow fewer


@runtime_checkable
class Described(Protocol):
    """What a scenario offers here: its model, and its own times [s]."""

    duration: float
    dt: float

    def build(self, *args: Any, **kwargs: Any) -> Model:
        """The model, nothing computed."""

    def prepared(self, *args: Any, **kwargs: Any) -> Model:
        """The model, ready to run."""


Source: TypeAlias = Model | Program | Described


def scenario_of(source: Source) -> Described | None:
    """The source where it is a scenario; None for a model or a program. Refuses what cannot be run at all."""
    if isinstance(source, (Model, Program)):
        return None
    if isinstance(source, type) or not isinstance(source, Described):
        if isinstance(source, (str, Path)):
            raise InputError(
                f"'{str(source)[:60]}' cannot be run: it is a name or a path. Give elver.load('{str(source)[:60]}')."
            )
        kind = source.__name__ if isinstance(source, type) else type(source).__name__
        raise InputError(f"'{kind}' cannot be run. Give a scenario, an elver.Model, or a program that compile_model made.")
    return source


def as_program(
    source: Source, duration: float | None = None, ready: bool = True, record: Sequence[str] = (), free: Sequence[str] = ()
) -> Program:
    """The program of a scenario, of a model, or itself. duration [s]: of the run, which a scenario's model may depend on.

    ready: with everything computed that a scenario's runs need first.   record: what its runs record on demand.
    free: numbers that must be free: parameters of a scenario by name, paths or such parameters of a model. A program's are what
    they are.
    """
    wanted = (record,) if isinstance(record, str) else tuple(record)
    if isinstance(source, Program):
        for name in wanted:
            if name not in source.model.records:
                raise InputError(f"the program does not record '{name}'. Compile model.recording('{name}').")
        return source
    if isinstance(source, Model):
        return compile_model(source.freed(*(name for name in free if name not in source.free)).recording(*wanted))
    scenario_of(source)
    return compile_model((source.prepared if ready else source.build)(free=free, duration=duration).recording(*wanted))


def with_table(program: Program, signals: Any) -> Program:
    """The program with a table of signals in place of the model's own; itself where none, or a list of them, is given."""
    return program.with_signals(signals) if signals is not None and not isinstance(signals, (list, tuple)) else program


def run_times(source: Source, duration: float | None, dt: float | None, output: float | None = None) -> tuple[float, float]:
    """Duration and step [s]: those given, else a scenario's own. A model has no duration of its own, and a step of 1 ms.

    A step that was not given fits itself to the duration, and to the interval of the samples where that was given.
    """
    own = scenario_of(source)
    if duration is None:
        if own is None:
            raise InputError("duration is missing: only a scenario has one of its own. Give the seconds to simulate.")
        duration = own.duration
    return duration, fitted_step(duration, STEP if own is None else own.dt, output) if dt is None else dt


def fitted_step(duration: Any, step: float, output: Any = None) -> float:
    """The step [s] nearest to ``step`` that goes into the duration a whole number of times, or ``step`` where it does already.

    output [s]: interval of the samples, which are kept where the duration has a whole number of them.
    What is no time at all is left to the checks of a plan.
    """
    if not is_finite(duration) or not 0 < duration / step < MOST:
        return step
    whole = duration
    if output is not None and is_finite(output) and 0 < output <= duration and is_whole(duration, output):
        whole = output
    return step if is_whole(whole, step) and is_whole(duration, step) else whole / max(round(whole / step), 1)


def fitted_output(output: float | None, dt: Any) -> float | None:
    """A scenario's own interval of samples [s], or the multiple of the step nearest to it."""
    if output is None or not is_finite(dt) or dt <= 0 or is_whole(output, dt):
        return output
    return dt * max(round(output / dt), 1)


def run_request(source: Source, duration: float | None, dt: float | None, method: str, output: float | None):
    """Duration and step [s], method, and seconds between samples: those given, else a scenario's own, fitted to one another."""
    duration, dt = run_times(source, duration, dt, output)
    return duration, dt, *run_manner(source, method, output, dt)


def run_manner(source: Source, method: str, output: float | None, dt: float | None = None) -> tuple[str, float | None]:
    """Method and seconds between samples: those given, else a scenario's own where it has some, as multiples of the step."""
    own = scenario_of(source)
    return (
        getattr(own, "method", method) if method == "auto" else method,
        fitted_output(getattr(own, "output", None), dt) if output is None else output,
    )

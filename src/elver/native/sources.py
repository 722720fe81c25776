"""What can be run: a scenario, a model, or a program that was compiled before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from elver.equations import Model
from elver.errors import InputError
from elver.native.program import Program, compile_model

STEP = 1e-3  # s, of a model or a program, which have none of their own


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


def as_program(source: Source, duration: float | None = None, ready: bool = True, record: Sequence[str] = ()) -> Program:
    """The program of a scenario, of a model, or itself. duration [s]: of the run, which a scenario's model may depend on.

    ready: with everything computed that a scenario's runs need first.   record: what its runs record on demand.
    """
    wanted = (record,) if isinstance(record, str) else tuple(record)
    if isinstance(source, Program):
        for name in wanted:
            if name not in source.model.records:
                raise InputError(f"the program does not record '{name}'. Compile model.recording('{name}').")
        return source
    if isinstance(source, Model):
        return compile_model(source.recording(*wanted))
    scenario_of(source)
    return compile_model((source.prepared if ready else source.build)(duration=duration).recording(*wanted))


def with_table(program: Program, signals: Any) -> Program:
    """The program with a table of signals in place of the model's own; itself where none, or a list of them, is given."""
    return program.with_signals(signals) if signals is not None and not isinstance(signals, (list, tuple)) else program


def run_times(source: Source, duration: float | None, dt: float | None) -> tuple[float, float]:
    """Duration and step [s]: those given, else a scenario's own. A model has no duration of its own, and a step of 1 ms."""
    own = scenario_of(source)
    if own is None:
        if duration is None:
            raise InputError("duration is missing: only a scenario has one of its own. Give the seconds to simulate.")
        return duration, STEP if dt is None else dt
    return own.duration if duration is None else duration, own.dt if dt is None else dt


def run_manner(source: Source, method: str, output: float | None) -> tuple[str, float | None]:
    """Method and seconds between samples: those given, else a scenario's own where it has some."""
    own = scenario_of(source)
    return (
        getattr(own, "method", method) if method == "auto" else method,
        getattr(own, "output", None) if output is None else output,
    )

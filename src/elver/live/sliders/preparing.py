"""What a run needs first, such as an orbit to start on, for a model with sliders: computed with numbers alone, and kept.

A model with free parameters starts as the plain one does. The start is remembered on disk, beside the compiled code, under a
hash of the plain model's equations and of how it is sought: the same page opens without the search.
"""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from elver import __version__
from elver.code_cache import code_key, load_code, save_code, source_stamp
from elver.drive import Shifted
from elver.equations import Model, Start, assemble
from elver.scenarios import Scenario

CARRIED = {"start", "gait", "measures", "needs", "preparation"}  # what preparing a model to run may change
KIND = "start"


@dataclass(frozen=True)
class Begun:
    """A start that was computed: the state, by how much the gait is begun late [s], and how it was found, for the record."""

    start: Start
    shift: float
    record: dict[str, Any]

    def of(self, model: Model) -> Model:
        """A model that starts so."""
        gait = Shifted(model.gait, self.shift) if self.shift and model.gait is not None else model.gait
        return replace(model, start=self.start, gait=gait, needs="", preparation=self.record)


def carried(scenario: Scenario, plain: Model, model: Model) -> Model:
    """A model with free parameters, prepared to run as the plain one is."""
    if not plain.needs:
        return model
    key = start_key(scenario, plain)
    begun = loaded(key)
    if begun is None:
        begun = found(plain, scenario.ready(plain))
        if begun is None:
            return scenario.ready(model)
        save_code(KIND, key, json.dumps(asdict(begun)).encode())
    return begun.of(model)


def found(plain: Model, ready: Model) -> Begun | None:
    """The start of a model that was prepared; None where more was changed than its start."""
    changed = {f.name for f in fields(Model) if getattr(ready, f.name) is not getattr(plain, f.name)}
    if changed - CARRIED - ({"free"} if not plain.free else set()):
        return None
    if ready.gait is plain.gait:
        return Begun(ready.start, 0.0, dict(ready.preparation))
    if isinstance(ready.gait, Shifted) and ready.gait.gait is plain.gait:
        return Begun(ready.start, float(ready.gait.time), dict(ready.preparation))
    return None


def loaded(key: str) -> Begun | None:
    """A start that was computed before."""
    data = load_code(KIND, key)
    if data is None:
        return None
    plain = json.loads(data)
    start: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in plain["start"].items()}
    return Begun(Start(**start), plain["shift"], plain["record"])


def start_key(scenario: Scenario, plain: Model) -> str:
    """Name of a start: everything that decides it."""
    equations = assemble(plain)
    graphs = [equations.rhs.serialize(), equations.initial.serialize()]
    how = repr(scenario.orbit(plain)) if scenario.orbit else ""
    prepare = getattr(scenario.prepare, "__qualname__", repr(scenario.prepare))
    return code_key(__version__, stamp_of(scenario.prepare), prepare, how, plain.needs, str(scenario.duration), *graphs)


@cache
def stamp_of(prepare: Any) -> str:
    """Hash of the sources beside a function that prepares: where they are edited, starts are sought again."""
    folder = Path(inspect.getfile(inspect.unwrap(prepare))).parent
    return source_stamp(sorted(folder.glob("*.py")))

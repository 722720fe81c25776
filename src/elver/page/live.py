"""A scenario or a model as a page in which it runs: the machine as WebAssembly, its sliders, and everything to look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from elver.drawing.picture import Film
from elver.equations import Model
from elver.errors import InputError
from elver.live import live_module
from elver.live.sliders import LiveModel, live_model
from elver.native import compile_model
from elver.native.sources import STEP
from elver.page.payload import Words, common_payload
from elver.scenarios import Scenario
from elver.simulation import simulate

FIRST = 2  # steps of the run that gives the first pose


def live_page(
    source: Scenario | Model,
    changes: Mapping[str, Any] | None = None,
    sliders: Iterable[str] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    title: str | None = None,
) -> tuple[dict[str, Any], bytes, tuple[str, ...]]:
    """Payload, module, and what the user should know."""
    if isinstance(source, Model):
        own = LiveModel(bare(source, changes, sliders, duration), ())
        words, film, joints, step, method = Words(title or source.name), Film(), (), STEP, "auto"
    else:
        chosen = source if duration is None else replace(source, duration=duration)
        own = live_model(chosen, changes, sliders)
        words = Words(title or chosen.title, f"scenario {chosen.name}", chosen.source)
        film, joints, step, method = chosen.film, chosen.joints_shown, chosen.dt, chosen.method
    program = compile_model(own.model)
    module = live_module(program, step if dt is None else dt, method)
    described = module.description
    first = simulate(program, FIRST * described["dt"], described["dt"], described["method"], described["dt"], progress=False)
    payload = common_payload(first.data, "live", words, joints, own.model.scene, film.view)
    payload |= {"dt": described["dt"], "machine": described | {"sliders": own.table()}}
    return payload, module.code, tuple(described.get("notes", ()))


def bare(model: Model, changes, sliders, duration) -> Model:
    """A model as it is: only a scenario has named parameters."""
    for name, value in (("changes", changes), ("sliders", sliders), ("duration", duration)):
        if value is not None:
            raise InputError(f"{name} needs a scenario, and '{model.name}' is a model. Leave {name} out, or give the scenario.")
    model.require_ready()
    return model.recording("body_force") if model.media else model

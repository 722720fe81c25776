"""A scenario's model prepared to start on its periodic orbit."""

from __future__ import annotations

from dataclasses import replace

from elver.equations import Model
from elver.errors import NoOrbitError
from elver.orbits.find import find_orbit
from elver.orbits.measures import orbit_measures
from elver.orbits.problem import ORBIT
from elver.scenarios.definition import Scenario
from elver.scenarios.preparation import Preparation


def on_orbit(chosen: Scenario, model: Model, duration: float) -> Preparation:
    """The model started on its periodic orbit. A run's summary tells about it where nothing is free that could move it."""
    orbit = find_orbit(model, **(chosen.orbit(model) if chosen.orbit else {}))
    if not orbit.converged:
        raise NoOrbitError(f"{chosen.name} finds no orbit to start on: {orbit.detail} {way_to_an_orbit(chosen, model)}")
    record = {
        "computed": ORBIT,
        "period": orbit.period,
        "steps": orbit.steps,
        "orbit_residual": orbit.residual,
        "floquet_max": orbit.floquet_max,
    }
    if model.free:
        return Preparation(orbit.model, record)
    return Preparation(replace(orbit.model, measures=(*model.measures, *orbit_measures(orbit))), record)


def way_to_an_orbit(chosen: Scenario, model: Model) -> str:
    """What to do where no orbit was found: the command that follows the default orbit to these values, or no orbit at all."""
    changed = [p for p in chosen.parameters if isinstance(p.default, float) and model.parameters[p.name] != p.default]
    steps = [f"--continue {p.name}={p.default:g}:{model.parameters[p.name]:g}" for p in changed] or ["--continue KEY=A:B"]
    return f"start=rest needs no orbit; `elver orbit {chosen.name} {steps[0]}` follows one from the default values."

"""What a scene does to a machine before it runs: a start inside an obstacle, friction that is counted twice."""

from __future__ import annotations

import numpy as np

from elver.contact import ContactSettings, Scene
from elver.contact.coordinates import coordinates_of
from elver.contact.start import check_start
from elver.equations import Equations, Model
from elver.equations.contact import contact_terms
from elver.errors import InputError
from elver.forces import GroundFriction


def refused_start(equations: Equations) -> str:
    """Why a run of this model would be refused at its start; empty where it would not."""
    model = equations.model
    if model.scene is None:
        return ""
    p = np.array(list(equations.parameters.values()), dtype=float)
    x = np.array(equations.initial(0.0, p, np.zeros(equations.initial.size1_in(2))), dtype=float).ravel()
    try:
        terms, (q, _) = contact_terms(model), coordinates_of(equations.layout.slices, x)
        check_start(terms.at(p), model.scene, q, p, ContactSettings())
    except InputError as error:
        return str(error)
    return ""


def friction_warnings(model: Model) -> list[str]:
    """Friction that is larger forward than backward; friction of a medium on the ground beside that of the scene: both act."""
    if model.scene is None or model.scene.ground is None:
        return []
    names = [name for name, law in model.media.items() if any(isinstance(one, GroundFriction) for one in all_laws(law))]
    ahead, behind, _ = ground_friction(model.scene)
    against = [] if ahead <= behind else [
        f"friction against sliding forward, {ahead:g}, is larger than backward, {behind:g}: the machine slides more easily tail "
        f"first. Forward is {model.scene.nose} of each link: set `nose` of the scene, or swap the numbers."
    ]  # fmt: skip
    return against + [
        f"'{name}' is friction on the ground, and the scene has friction too: both act, so that it is counted twice. Leave out "
        f"media.{name} or scene.friction; that of the scene holds a machine still, that of the medium creeps."
        for name in names
    ]


def ground_friction(scene: Scene) -> tuple[float, float, float]:
    """Friction against sliding forward, where the nose points, backward, and across."""
    ground = scene.ground
    assert ground is not None
    ahead, behind = (ground.forward, ground.backward) if scene.nose == "x" else (ground.backward, ground.forward)
    return ahead, behind, ground.across


def all_laws(law) -> list:
    """A law and those that it goes around."""
    inner = getattr(law, "inner", ())
    return [law, *(found for one in (inner if isinstance(inner, tuple) else (inner,)) for found in all_laws(one))]

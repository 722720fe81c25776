"""Which unknowns can act on which channels, from structure alone."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from elver.analysis.fit.channels import heading, point
from elver.analysis.fit.files.machine import without_influence
from elver.analysis.fit.problem import Channel, Observable, Problem, Recording, Unknown
from elver.model import assemble
from elver.quantities import Parameter
from elver.scenarios import load_text

from ..test_quantities import program

SLIDER = """elver: 1
name: slider
parameters: {grip: {value: 0.2, range: [0, 1]}}
machine:
  base: planar
  bodies:
    b0:
      shape: {type: rod, length: 0.2, radius: 2 cm}
      density: 1000
      contour: {centre: [0, 0, 0], axis: [1, 0, 0], half_length: 0.1, radius: 0.02}
start: {twist: [1, 0, 0, 0, 0, 0]}
scene: {friction: grip}
run: {duration: 1}
"""


def channel(observable: Observable, kind: str = "path") -> Channel:
    return Channel("c", observable, np.zeros(1), np.zeros(1), np.ones(1), kind)


def lost(observable: Observable, kind: str = "path") -> list[str]:
    unknowns = [Unknown(Parameter(name, 1.0)) for name in ("stiffness", "size")]
    unknowns += [Unknown(Parameter(name, 0.0), role="camera", recording="r") for name in ("x", "yaw", "scale")]
    unknowns += [Unknown(Parameter("offset", 0.0), role="clock", recording="r")]
    unknowns += [Unknown(Parameter(name, 0.0), role="state", recording="r") for name in ("rate of hinge", "work motor")]
    problem = Problem("p", (Recording("r", program(), (channel(observable, kind),)),), tuple(unknowns))
    return [unknown.name for unknown in without_influence(problem)]


def test_a_path_knows_all_but_the_work():
    assert lost(point("arm", (0.2, 0, 0), "x")) == ["work motor@r"]


def test_a_heading_does_not_know_where_the_camera_stands():
    assert lost(heading("arm")) == ["camera.x@r", "camera.scale@r", "work motor@r"]


def test_a_mean_does_not_know_when_it_was_taken():
    assert "clock.offset@r" in lost(heading("arm"), "mean")


def test_a_place_on_the_ground_knows_nothing_of_the_machine():
    found = lost(point("ground", (0.1, 0, 0), "x"))
    assert {"stiffness", "size", "rate of hinge@r"} <= set(found)
    assert "camera.x@r" not in found


def test_only_fitted_recordings_count():
    held = Recording("r", program(), (channel(heading("arm")),), held_out=True)
    other = Recording("s", program(), (channel(point("ground", axis="x")),))
    problem = Problem("p", (held, other), (Unknown(Parameter("stiffness", 1.0)),))
    assert [unknown.name for unknown in without_influence(problem)] == ["stiffness"]


def test_contact_may_bring_any_influence():
    """Friction stands in the scheme of contact, not in the equations: it is not said to have none."""
    model = load_text(SLIDER).build(free=["grip"])
    stands_for = SimpleNamespace(equations=assemble(model), model=model)
    recording = Recording("r", stands_for, (channel(point("b0", axis="x")),))
    unknowns = (Unknown(Parameter("grip", 0.2)), Unknown(Parameter("x", 0.0), role="camera", recording="r"))
    assert without_influence(Problem("p", (recording,), unknowns)) == []

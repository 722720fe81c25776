"""Bodies in words: every way to give mass and shape is the engine's own, and ways are not mixed."""

from __future__ import annotations

import numpy as np
import pytest
from written import with_machine

from elver import Body
from elver.robot import Box, Compound, Ellipsoid, Plate, Rod, Strip, Tapered, TaperedStrip, axes_from
from elver.scenarios.yaml.nodes import DocumentError


def body_of(words: str) -> Body:
    return with_machine(f"  bodies:\n    base: {words}\n").build().robot.bodies[0]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("{type: ellipsoid, a1: 0.2, a2: 30 mm, a3: 4 cm}", Ellipsoid(0.2, 0.03, 0.04)),
        ("{type: box, l1: size, l2: 0.2, l3: 0.3, at: [0, 0, 0.1]}", Box(0.1, 0.2, 0.3, at=(0, 0, 0.1))),
        ("{type: rod, length: 2 * size, radius: 1 cm, e1: [0, 1, 0], e2: [0, 0, 1]}",
         Rod(0.2, 0.01, axes=axes_from((0, 1, 0), (0, 0, 1)))),
        ("{type: rod, length: 0.2, radius: 0.01, axes: [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}",
         Rod(0.2, 0.01, axes=axes_from((0, 1, 0), (0, 0, 1)))),
        ("{type: plate, l1: 0.1, l2: 2 mm, l3: 0.05}", Plate(0.1, 0.002, 0.05)),
        ("{type: tapered, stations: [[0, 0.02, 0.03], [0.1, 0.01, 10 mm]]}", Tapered([[0, 0.02, 0.03], [0.1, 0.01, 0.01]])),
        ("{type: compound, parts: [{type: rod, length: 0.2, radius: 0.01}, {type: box, l1: 1, l2: 1, l3: 1}]}",
         Compound((Rod(0.2, 0.01), Box(1.0, 1.0, 1.0)))),
    ],
)  # fmt: skip
def test_shapes(words, wanted):
    found = body_of(f"{{shape: {words}, density: 1.2 g/ml}}")
    solid = Body.solid("base", wanted, 1200.0)
    assert found.mass == pytest.approx(solid.mass, rel=1e-14)
    assert np.allclose(found.inertia, solid.inertia, rtol=1e-14)
    assert np.allclose(found.shape.surface(), solid.shape.surface(), rtol=1e-14, atol=1e-16)


def test_turned_by_angles():
    turned = body_of("{shape: {type: box, l1: 1, l2: 2, l3: 3, rpy: [0, 0, 90 deg]}, density: 1}")
    assert np.allclose(turned.inertia, Body.solid("b", Box(2.0, 1.0, 3.0), 1.0).inertia)


def test_ways_to_give_mass():
    rod = Rod(0.2, 0.01)
    by_mass = body_of("{shape: {type: rod, length: 0.2, radius: 0.01}, mass: 300 g}")
    assert by_mass.mass == pytest.approx(0.3, rel=1e-14)
    assert np.allclose(by_mass.inertia, Body.solid("b", rod, 0.3 / rod.volume).inertia, rtol=1e-13)
    central = body_of("{mass: 2, centre: [0.1, 0, 0], inertia: [1, 2 kg m^2, 2.5]}")
    assert np.allclose(central.inertia, Body.central("b", 2.0, (0.1, 0, 0), np.diag([1, 2, 2.5])).inertia, rtol=1e-14)
    full = body_of("{mass: 2, inertia: [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 2.5]]}")
    assert full.inertia[0, 1] == 0.1
    origin = body_of("{mass: 2, first_moments: [0.2, 0, 0], inertia_at_origin: [1, 2, 2.5]}")
    assert np.array_equal(origin.inertia, np.diag([1, 2, 2.5]))
    assert np.array_equal(origin.first_moments, [0.2, 0, 0])


def test_strips_contours_and_blades():
    shape = "shape: {type: rod, length: 0.2, radius: 0.01}, density: 1000"
    assert body_of(f"{{{shape}}}").strip.length == 0.2
    assert body_of(f"{{{shape}, strip: none}}").strip is None
    strip = body_of(f"{{{shape}, strip: {{length: 0.3, half_width: 1 cm, half_height: 2 cm, start: [0.1, 0, 0]}}}}").strip
    assert isinstance(strip, Strip)
    assert (strip.length, strip.half_width, strip.half_height) == (0.3, 0.01, 0.02)
    assert np.array_equal(strip.start, [0.1, 0, 0])
    tapered = body_of(f"{{{shape}, strip: {{type: tapered, stations: [[0, 0.02, 0.03], [0.1, 0.01, 0.01]]}}}}").strip
    assert isinstance(tapered, TaperedStrip)
    contour = body_of(f"{{{shape}, contour: {{centre: [0, 0, 0], axis: [1, 0, 0], half_length: 0.1, radius: 1 cm}}}}").contour
    assert contour.half_length == 0.1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("{shape: {type: rod, length: 0.2, radius: 0.01}}", "has a shape but no mass"),
        ("{density: 1000}", "gives density"),
        ("{mass: 1}", "gives mass"),
        ("{mass: 1, density: 3, shape: {type: rod, length: 1, radius: 1}}", "gives density, mass and a shape"),
        ("{mass: 1, inertia: [1, 1, 3]}", "triangle inequality"),
        ("{mass: 1, inertia: [1, 1]}", "has 2 rows"),
        ("{mass: 1, inertia: [1 kg, 1, 1]}", "given in kg, but kg m\\^2 is expected"),
        ("{shape: {length: 1}, density: 1}", "a shape has no 'type'. Give one of: ellipsoid"),
        ("{shape: {type: rod, length: 1}, density: 1}", "'rod' has no 'radius'. Give it: of the section"),
        ("{shape: {type: rod, length: 0, radius: 1}, density: 1}", "length = 0 is not allowed"),
        ("{shape: {type: rod, length: 1, radius: size - 1}, density: 1}", "radius = size - 1, which is -0.9, is not allowed"),
        ("{shape: {type: rod, length: 1, radius: 1, e1: [1, 0, 0]}, density: 1}", "e1 or e2 is missing"),
        ("{shape: {type: rod, length: 1, radius: 1, e1: [1, 0, 0], rpy: [0, 0, 0]}, density: 1}", "given twice"),
        ("{shape: {type: rod, length: 1, radius: 1, axes: [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}, density: 1}", "not a rotation"),
        ("{shape: {type: compound, parts: []}, density: 1}", "has 0 entries. Give 1 to 1000"),
        ("[1, 2]", "but a body is a mapping"),
        ("none", "no mass at all"),
    ],
)
def test_what_is_refused(words, says):
    with pytest.raises(DocumentError, match=says):
        body_of(words)

"""Units that were forgotten show in masses, densities and sizes; published machines are not complained about."""

from __future__ import annotations

import pytest

import elver
from elver import Body, Joint, Robot
from elver.robot import Rod
from elver.scenarios.explanation import size_warnings


def robot(length: float = 0.1, radius: float = 0.01, density: float = 1000.0) -> Robot:
    bodies = [Body.solid("head", Rod(length, radius), density), *(Body.solid(f"link{k}", Rod(0.1, 0.01), 1000.0) for k in (1, 2))]
    return Robot("made", bodies, [Joint("a", "head", "link1", d=0.1), Joint("b", "link1", "link2", d=0.1)])


def test_a_machine_of_even_bodies_is_not_complained_about():
    assert size_warnings(robot()) == []
    assert size_warnings(Robot("one", [Body.solid("only", Rod(100.0, 1.0), 1000.0)])) == []


def test_a_forgotten_mm_is_told_with_number_threshold_and_remedy():
    size, mass = size_warnings(robot(length=100.0, radius=10.0))
    assert size.startswith(
        "body 'head' is 100 m long, 1e+03 times above the middle size of the bodies, 0.1 m; more than 100 times is"
    )
    assert "write `30 mm`" in size
    assert mass.startswith("body 'head' is 3.14e+07 kg heavy, 1e+09 times above the middle mass")
    small = size_warnings(robot(length=0.0004, radius=0.0004, density=20000.0))[0]
    assert "is 0.0008 m long, 125 times below the middle size" in small


def test_a_density_that_no_matter_has_is_told():
    (told,) = size_warnings(robot(density=1.5e6))
    assert "body 'head' has a density of 1.5e+06 kg/m^3; the densest metals have less than 23000" in told


@pytest.mark.parametrize("name", [own.name for own in elver.all_scenarios() if "scull" not in own.name])
def test_published_machines_have_sizes_that_fit_together(name):
    assert size_warnings(elver.scenario(name).build().robot) == []

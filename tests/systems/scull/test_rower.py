"""Segments of a rower: the table adds up to a man, and scales as it should."""

from __future__ import annotations

import pytest

from elver import InputError
from elver.systems.scull.robot import MEN, PAIRED, Anthropometry


def test_segments_weigh_what_the_man_weighs():
    assert sum(s.mass for s in Anthropometry(1.85, 80.0).segments().values()) == pytest.approx(80.0, rel=1e-12)


def test_values_of_the_table():
    thigh = Anthropometry(1.741, 100.0).segment("thigh")
    assert thigh.mass == pytest.approx(14.16)
    assert thigh.length == pytest.approx(0.4222)
    assert thigh.centre == pytest.approx(0.4095 * 0.4222)
    assert thigh.swing == pytest.approx(14.16 * (0.329 * 0.4222) ** 2)


def test_alternative_ends_of_a_segment_describe_the_same_body():
    """de Leva gives trunk and head also from suprasternale and gonion, the shank to the malleolus: lengths times shares agree."""
    for name, length, radius in (("trunk", 0.5319, 0.372), ("head", 0.2033, 0.362), ("shank", 0.4340, 0.255)):
        assert MEN[name].length * MEN[name].radii[0] == pytest.approx(length * radius, rel=3e-3)
    assert MEN["shank"].length * MEN["shank"].centre == pytest.approx(0.4340 * 0.4459, rel=1e-3)


def test_lengths_scale_with_height_and_masses_with_mass():
    small, tall = Anthropometry(1.70, 70.0), Anthropometry(1.70 * 1.1, 70.0)
    for name in MEN:
        assert tall.segment(name).length == pytest.approx(1.1 * small.segment(name).length)
        assert tall.segment(name).mass == pytest.approx(small.segment(name).mass)
        assert tall.segment(name).inertia[0] == pytest.approx(1.21 * small.segment(name).inertia[0])
    for name in PAIRED:
        assert small.segment(name, 2).mass == pytest.approx(2 * small.segment(name).mass)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Anthropometry(185.0, 80.0), "Give metres"),
        (lambda: Anthropometry(1.85, -1.0), "mass"),
        (lambda: Anthropometry().segment("tigh"), "Did you mean 'thigh'"),
        (lambda: Anthropometry().segment("trunk", 2), "sides"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()

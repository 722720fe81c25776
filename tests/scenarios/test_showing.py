"""How a scenario is shown: camera, story and advice, of the published systems and of files."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import elver
from elver._support.errors import InputError
from elver.export.wasm.sliders import wanted_slider
from elver.scenarios import Camera
from elver.scenarios.files.loading import load_text

SHOWN = """
view: {azimuth: -60 deg, elevation: 30 deg, room: 80 cm, centre: [0.1, 0, 0]}
story:
  - {say: a wave runs along the body, again: true}
  - {say: a higher one, set: {amplitude: 50 deg}, view: {elevation: 80 deg}, speed: 0.5}
advice: push harder.
"""
FILE = (Path(__file__).parents[2] / "examples" / "aiko.yaml").read_text(encoding="utf-8") + SHOWN


def changed(old: str, new: str) -> str:
    assert FILE.count(old) == 1
    return FILE.replace(old, new)


def test_a_file_says_how_it_is_shown():
    shown = load_text(FILE).showing
    assert shown.camera == Camera(
        azimuth=pytest.approx(math.radians(-60)), elevation=pytest.approx(math.radians(30)), room=0.8, centre=(0.1, 0.0, 0.0)
    )
    first, second = (step.described() for step in shown.story)
    assert first == {"text": "a wave runs along the body", "again": True}
    assert second["set"] == {"amplitude": pytest.approx(math.radians(50))}
    assert second["camera"] == {"elevation": pytest.approx(math.radians(80))}
    assert second["speed"] == 0.5
    assert shown.advice == "push harder."


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("amplitude: 50 deg", "height: 50 deg", "height"),
        ("amplitude: 50 deg", "links: 500", "links"),
        ("room: 80 cm", "room: 0 cm", "room"),
        ("elevation: 30 deg", "elevation: 100 deg", "elevation"),
        ("say: a higher one, ", "", "say"),
        ("room: 80 cm", "size: 80 cm", "size"),
    ],
)
def test_what_makes_no_sense_is_refused(old, new, why):
    with pytest.raises(InputError, match=why):
        load_text(changed(old, new))


def test_stories_of_the_published_systems_move_sliders_that_there_are():
    told = [chosen for chosen in elver.all_scenarios() if chosen.showing.story]
    wanted = {"eel", "eel-loop", "swimmer", "snake-amphibious", "aiko-obstacles", "gray", "moth", "scull-rowing"}
    assert {chosen.name for chosen in told} >= wanted
    for chosen in told:
        assert 3 <= len(chosen.showing.story) <= 5, chosen.name
        assert chosen.showing.advice.endswith("."), chosen.name
        spans = {wanted_slider(text)[0]: text.partition("=")[2].split(":") for text in chosen.sliders}
        for step in chosen.showing.story:
            assert step.text.endswith("."), step
            for name, value in step.set.items():
                assert name in spans, (chosen.name, name)
                if isinstance(value, str):
                    assert value in spans[name]
                elif len(spans[name]) == 2:
                    assert float(spans[name][0]) <= value <= float(spans[name][1]), (chosen.name, name)

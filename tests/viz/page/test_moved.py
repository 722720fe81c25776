"""Sliders pulled about while a machine runs in Node: nothing jumps, and no setting in its range breaks a published machine."""

import pytest
from node_runner import needs_node, on_machine

from elver.export import live_module
from elver.model.program import written
from elver.scenarios import all_scenarios, scenario
from elver.viz import live_model

pytestmark = needs_node
PULLED = """
let seed = 12345;
const chance = () => { seed = (1103515245 * seed + 12345) % 2147483648; return seed / 2147483648; };
const sliders = machine.description.sliders.filter((slider) => !slider.restart).concat(given.points);
const watched = machine.names.outputs.includes("joint_velocity") ? "joint_velocity" : "base_twist";
let [before, largest, moves] = [null, 0, 0];
for (let k = 0; k < given.frames && machine.status.code === 0; k += 1) {
  if (k % given.each === 0 && k) {
    const { name, low, high, words } = sliders[Math.floor(chance() * sliders.length)];
    const share = chance();
    machine.set(name, words ? Math.round(share) : low + (high - low) * share);
    moves += 1;
  }
  machine.advance(given.frame);
  const now = machine.output(watched);
  if (before) now.forEach((rate, j) => { largest = Math.max(largest, Math.abs(rate - before[j])); });
  before = now;
}
answer({ word: machine.status.word, time: machine.status.time, largest, moves });
"""


def pulled(chosen, changes, seconds: float, frames: int, stroke: bool = False) -> dict:
    """How a machine is after some seconds and 59 moves of sliders, and the largest change of a joint or a twist in a frame."""
    own = live_model(chosen, changes, stroke=stroke)
    module = live_module(written(own.model), chosen.dt, chosen.method)
    module.description["sliders"] = own.table()
    drawn = {name for one in own.strokes for name in one.names}
    points = [{"name": s.name, "low": s.value - 0.1, "high": s.value + 0.1} for s in own.sliders if s.name in drawn]
    return on_machine(module, PULLED, frame=seconds / frames, frames=frames, each=frames // 60, points=points)


def test_imposed_rates_are_continuous():
    """With frames a quarter as long the largest change of a rate is about a quarter too; a jump would stay as large."""
    changes = {"body.joints": 3}
    coarse, fine = (pulled(scenario("eel"), changes, 6.0, frames) for frames in (600, 2400))
    assert coarse["moves"] == fine["moves"] == 59
    assert coarse["word"] == fine["word"] == "running"
    assert coarse["largest"] > 0.01
    assert fine["largest"] < 0.35 * coarse["largest"]


@pytest.mark.long
@pytest.mark.parametrize("chosen", all_scenarios(), ids=lambda s: s.name)
def test_no_setting_breaks_a_published_machine(chosen):
    rest = {"start": "rest"} if "start" in chosen.names and chosen.orbit else {}
    period = getattr(chosen.build(rest).gait, "period", 1.0)
    found = pulled(chosen, rest, min(10 * period, 15.0), 1200, stroke=True)
    assert (found["word"], found["moves"]) == ("running", 59)

"""A force law is one file: what it says of itself is all that the rest of Elver knows of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import casadi as ca
import numpy as np
import pytest
from force_validator import check_reads
from small_file import PADDLE

import elver
from elver import Body, Model, Robot, forces, simulate
from elver.forces import ByBody, Effect, Gravity, Morison
from elver.forces.effect import Fitting, trait
from elver.model.validity import slender_parts, unwetted
from elver.quantities import check_quantities, quantity
from elver.robot import Box, Rod
from elver.scenarios.files.loading import load_text
from elver.scenarios.files.types import MEDIA
from elver.simulation.stiffness import may_take_rodas

WATER = {"water": Morison(), "weight": Gravity(fluid_density=1000.0)}
ROBOT = Robot("two", [Body.solid("rod", Rod(0.2, 0.01), 1000.0), Body.solid("box", Box(0.2, 0.2, 0.2), 1000.0)],
              [elver.Joint("hinge", "rod", "box", mode="passive")])  # fmt: skip


@dataclass(frozen=True)
class Spring:
    """Pulls a body to the origin: no resistance of any medium, and it does not say so."""

    def effect(self, body, motion):
        pull = -motion.to_body(motion.position)
        return Effect(wrench=ca.vertcat(pull, ca.SX(3, 1)), potential=0.5 * ca.sumsqr(motion.position))


@dataclass(frozen=True)
class Steered:
    """Resists as far as the gait says."""

    commands: ClassVar = ("grip",)

    def effect(self, body, motion):
        return Effect(wrench=-motion.command("grip") * motion.twist)


@dataclass(frozen=True)
class Mud(Fitting):
    """A law in a file of its own: linear drag of a heavy fluid on the bodies that it names."""

    file_word: ClassVar = "mud"
    stiffness: ClassVar = 1.0

    body: str
    rate: float = quantity(2.0, "N s/m", "drag", low=0.0)
    fluid: float = quantity(1300.0, "kg/m^3", "density of the mud", low=0.0)

    def __post_init__(self):
        check_quantities(self)

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-self.rate * motion.velocity, ca.SX(3, 1))) if self.resists(body) else None


@dataclass(frozen=True)
class ByName(Morison):
    """Made from a law that reads the strip alone, and looks at the name."""

    def effect(self, body, motion):
        return super().effect(body, motion) if body.name != "last" else None


def test_a_law_that_says_nothing_is_judged_by_its_effect():
    bare = unwetted(ROBOT, WATER)
    assert bare is not None
    assert bare.bodies == ("box",)
    assert unwetted(ROBOT, {**WATER, "own": Spring()}) == bare
    assert unwetted(ROBOT, {**WATER, "own": Steered()}) is None
    assert unwetted(ROBOT, {**WATER, "own": ByBody(Steered(), only=["rod"])}) == bare


def test_what_a_law_says_of_itself_is_all_that_counts():
    assert unwetted(ROBOT, {"own": Spring()}) is None  # no fluid is known
    bare = unwetted(ROBOT, {"own": Mud("rod")})
    assert bare is not None
    assert bare.bodies == ("box",)
    assert unwetted(ROBOT, {"own": Mud("rod"), "more": Mud("box")}) is None
    assert unwetted(ROBOT, {"own": Mud("rod", fluid=1.2)}) is None


def test_a_spring_that_says_so_has_a_step_that_is_too_long():
    ball = Robot("ball", [Body.solid("ball", Box(0.1, 0.1, 0.1), 1000.0)])
    for law, held in ((Mud("ball"), True), (ByBody(Mud("ball")), True), (Spring(), False)):
        model = Model("ball", ball, {"own": law})
        assert may_take_rodas(model, elver.model.assemble(model).layout) is held


def test_slender_parts_are_those_of_laws_of_strips():
    strips = Robot("rod", [Body.solid("rod", Rod(0.2, 0.01), 1000.0)])

    @dataclass(frozen=True)
    class OfStrips(Spring):
        sections_of: ClassVar = "strip"

    assert slender_parts(Model("rod", strips, {"own": Spring()}), []) is None
    assert slender_parts(Model("rod", strips, {"own": OfStrips()}), []) is not None


READING = (Morison(), Gravity(fluid_density=800.0), forces.Slope((0.3, 0.1)))


@pytest.mark.parametrize("law", READING, ids=lambda law: type(law).__name__)
def test_laws_read_what_they_say(law):
    body = Body.solid("rod", Rod(0.2, 0.01), 1000.0)
    check_reads(law, body, np.random.default_rng(3))


def test_the_validator_sees_a_law_that_reads_more():
    @dataclass(frozen=True)
    class Sly(Morison):
        reads: ClassVar = ("strip",)

        def effect(self, body, motion):
            own = super().effect(body, motion)
            return replace(own, wrench=body.mass * own.wrench)

    with pytest.raises(AssertionError, match="mass"):
        check_reads(Sly(), Body.solid("rod", Rod(0.2, 0.01), 1000.0), np.random.default_rng(3))


def test_every_law_that_says_what_it_reads_is_looked_at():
    laws = {getattr(forces, name) for name in forces.__all__}
    assert {type(law) for law in READING} == {law for law in laws if "reads" in vars(law)}


def test_what_a_class_reads_does_not_hold_for_classes_made_from_it():
    """Links alike but for their names: the last one feels no water."""
    rods = [Body.solid(name, Rod(0.2, 0.01), 1000.0) for name in ("first", "middle", "last")]
    joints = [elver.Joint(f"j{k}", rods[k].name, rods[k + 1].name, d=0.2, mode="passive") for k in range(2)]
    start = elver.InitialState(twist=(0.0, 1.0, 0, 0, 0, 0))
    runs = [
        simulate(Model("chain", Robot("chain", rods, joints), {"water": law}, elastic=elver.drive.Spring(0.1), start=start), 0.1)
        for law in (ByName(), ByBody(Morison(), {"last": None}), Morison())
    ]
    same, plain = (runs[0].data.base_position.values - run.data.base_position.values for run in runs[1:])
    assert np.abs(same).max() < 1e-12 < np.abs(plain).max()


def test_a_new_law_of_the_engine_has_its_word_in_files(monkeypatch):
    """What a line in the stub does: the name stands in the package, and no other module is touched."""
    monkeypatch.setattr(forces, "Mud", Mud, raising=False)
    monkeypatch.setattr(forces, "__all__", [*forces.__all__, "Mud"])
    monkeypatch.delitem(MEDIA.__dict__, "kinds", raising=False)
    try:
        text = PADDLE.replace("media:", "media:\n  mud: {type: mud, bodies: [hull, blade], rate: 3 N s/m}")
        model = load_text(text).build()
        assert model.forces["mud"] == Mud(("hull", "blade"), 3.0)
        run = simulate(model, 0.2, solver=elver.Solver(dt=2e-3))
        assert run.summary["ledger"]["mud"] > 0
        with pytest.raises(elver.InputError, match="unknown key of 'mud': 'rat'"):
            load_text(text.replace("rate", "rat")).build()
    finally:
        MEDIA.__dict__.pop("kinds", None)
    monkeypatch.undo()
    with pytest.raises(elver.InputError, match="mud"):
        load_text(text).build()


def test_words_of_files_are_unlike():
    words = [word for name in forces.__all__ if (word := trait(getattr(forces, name), "file_word"))]
    assert len(set(words)) == len(words) == len(MEDIA) > 10

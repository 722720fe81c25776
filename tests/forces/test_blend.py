"""A blend of two laws: each of them at its ends, a law whose ledger closes between them; and switches that are refused."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.forces import Motion
from elver.forces.blend import Blend
from elver.model import FreeParameter
from elver.viz.page.live_models import live_model
from elver.viz.page.sliders import asked_slider

EEL = elver.scenario("eel")
SHORT = {"body.joints": 3}


def effects(law, body):
    """Wrench and inertia of a law on a body at a random motion, as numbers."""
    rng = np.random.default_rng(4)
    angle = 0.3
    turn = ca.SX([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    motion = Motion(ca.SX(0), turn, ca.SX(rng.normal(size=3)), ca.SX(rng.normal(size=6)))
    effect = law.effect(body, motion)
    return [np.array(ca.evalf(ca.densify(ca.SX(part)))) for part in (effect.wrench, effect.inertia, effect.kinetic)]


def test_the_ends_are_the_laws_themselves():
    robot = EEL.build(SHORT).robot
    laws = [
        EEL.build(SHORT | {"water.law": word, "water.current": (0.1, 0, 0)}).forces["water"] for word in ("paper", "kirchhoff")
    ]
    body = robot.bodies[-1]
    for share, law in enumerate(laws):
        for mine, its in zip(effects(Blend(*laws, float(share)), body), effects(law, body), strict=True):
            assert np.array_equal(mine, its)
    half = effects(Blend(*laws, 0.5), body)[0]
    assert np.allclose(half, 0.5 * (effects(laws[0], body)[0] + effects(laws[1], body)[0]), rtol=1e-13)
    assert not np.allclose(half, effects(laws[0], body)[0], rtol=1e-3)


@pytest.mark.parametrize("share", [0.0, 0.37, 1.0])
def test_the_ledger_closes_at_any_share(share):
    model = EEL.build(SHORT)
    laws = [EEL.build(SHORT | {"water.law": word}).forces["water"] for word in ("paper", "kirchhoff")]
    symbol = ca.SX.sym("share")
    blended = replace(model, forces={**model.forces, "water": Blend(*laws, symbol)}, free={"share": FreeParameter(symbol, share)})
    run = elver.simulate(blended, 2.0, solver=elver.Solver(dt=2e-3, method="rk4"), progress=False)
    assert run.summary["ledger_closure"] < 1e-8
    surplus = float(run.data.work.sel(flow="water.added_mass_surplus").values[-1])
    assert (surplus == 0) == (share == 1.0)


@pytest.mark.parametrize(("text", "why"), [
    ("water.law", "Give two of its words"),
    ("water.law=paper", "give NAME or NAME=LOW:HIGH"),
    ("water.law=paper:paper", "Give two of its words"),
    ("water.law=paper:glue", "Give two of its words"),
    ("drive=torque:pd", "begins with drive=imposed"),
])  # fmt: skip
def test_a_switch_that_makes_no_sense_is_refused(text, why):
    with pytest.raises(InputError, match=why):
        asked_slider(EEL, EEL.build(), text)


def test_a_switch_that_changes_more_than_a_law_is_refused():
    with pytest.raises(InputError, match="changes more than laws of media"):
        live_model(EEL, SHORT, ["drive=imposed:pd"])

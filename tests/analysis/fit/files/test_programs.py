"""What recordings share: free numbers in one program, structure in others; joints that follow a motion beside others."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from floating_arm import WAVE, arm

from elver._support.errors import InputError
from elver.analysis.fit.files.machine import ProgramRequest, Programs, following
from elver.drive import PD, Instant, SignalTable, Spring
from elver.scenarios.yaml.nodes import DocumentError, parse_document

from .test_unknowns import base

TIMES = np.linspace(0, 1, 9)
TABLE = SignalTable(["j2"], TIMES, np.sin(TIMES)[:, None])


def test_one_joint_follows_and_the_others_keep_their_drive():
    model = following(arm(("torque", "driven", "passive"), gait=WAVE, control=PD(1, 1), elastic=Spring(1)), TABLE)
    assert [joint.mode for joint in model.robot.joints] == ["torque", "driven", "passive"]
    now = Instant(ca.SX.sym("t"), {"j2": ca.SX.sym("s")})
    motion = model.gait.motion(now)
    assert sorted(motion) == ["j1", "j2", "j3"]
    assert "s" in str(motion["j2"])
    assert "s" not in [s.name() for s in ca.symvar(motion["j1"])]
    assert model.gait.period == WAVE.period


def test_a_joint_that_follows_needs_no_law_any_more():
    table = SignalTable(["j1", "j2", "j3"], TIMES, np.zeros((9, 3)))
    model = following(arm(("torque", "torque", "passive"), gait=WAVE, control=PD(1, 1), elastic={"j3": Spring(1)}), table)
    assert {joint.mode for joint in model.robot.joints} == {"driven"}
    assert model.control is None
    assert model.elastic is None


def test_motions_of_unknown_joints_are_refused():
    with pytest.raises(InputError, match="moves 'knee', which is no joint"):
        following(arm(gait=WAVE, control=PD(1, 1)), SignalTable(["knee"], TIMES, np.zeros((9, 1))))
    one = following(arm(gait=WAVE, control=PD(1, 1)), TABLE)
    assert following(one, TABLE) is one
    with pytest.raises(InputError, match="follows a recording of j2 already"):
        following(one, SignalTable(["j1"], TIMES, np.zeros((9, 1))))


def test_free_numbers_share_and_words_do_not():
    place = parse_document("a: 1", "f")
    wanted = [
        ProgramRequest({"swing": 0.1}, {}, None, {"swing": place}),
        ProgramRequest({"swing": 0.2}, {}, None, {"swing": place}),
        ProgramRequest({}, {"links": 2}, None, {}),
    ]
    programs = Programs(base(), {"stiffness": place})
    resolved = programs.resolve(wanted)
    made = [programs.program(one, resolved, place) for one in resolved]
    assert made[0] is made[1]
    assert made[2] is not made[0]
    assert list(made[0].equations.parameters) == ["stiffness", "swing"]


def test_a_parameter_that_cannot_be_free_is_named():
    place = parse_document("a: 1", "f")
    with pytest.raises(DocumentError, match="'links' cannot be an unknown"):
        Programs(base(), {"links": place}).resolve([])

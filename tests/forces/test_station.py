"""Station keeping: the division of thrust, its limits, and what the controller reaches."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import elver
from elver import InputError
from elver.forces import Gravity, Motion, StationKeeping, Thruster, Vehicle
from elver.robot import Body, Box, Robot
from elver.scenarios import load_text
from elver.symbolic.spatial import quaternion_rotation

H = 0.5**0.5
HORIZONTAL = [
    Thruster("x", 0.1, (H, -sx * sy * H, 0.0), hand="right" if sx * sy > 0 else "left", at=(0.2 * sx, 0.15 * sy, 0.0))
    for sx in (1, -1)
    for sy in (1, -1)
]
UPRIGHT = [Thruster("x", 0.1, (0, 0, 1.0), hand="pair", at=(0.0, 0.2 * sy, 0.0)) for sy in (1, -1)]
SIX = (*HORIZONTAL, *UPRIGHT)
GAINS = {"kp": 80.0, "kd": 80.0, "kp_turn": 20.0, "kd_turn": 8.0, "ki": 30.0, "ki_turn": 5.0, "forward": 40.0, "reverse": 30.0}
LAW = StationKeeping("rov", SIX, place=(1.0, 2.0, -3.0), heading=0.7, **GAINS)
BODY = Body.central("rov", 60.0, (0, 0, 0), np.diag([1.5, 2.0, 2.5]), Box(0.5, 0.4, 0.3, at=(0, 0, 0.05)))  # it rights itself


def motion(P, Q=(1, 0, 0, 0), V=(0,) * 6, memory=None):
    held = np.zeros(6 + len(SIX)) if memory is None else memory
    return Motion(ca.SX(0), quaternion_rotation(ca.DM(Q)), ca.SX(P), ca.SX(V), ca.SX(held))


def thrusts(law, m) -> np.ndarray:
    return np.array(ca.evalf(law.thrusts(m)[0])).ravel()


def heading(angle):
    return (np.cos(angle / 2), 0, 0, np.sin(angle / 2))


def test_thrust_is_divided_so_that_its_wrench_is_what_was_asked_for():
    """A little off: B f is kp e and kp' r, but for pitch, which six such thrusters cannot give."""
    m = motion((0.9, 2.05, -3.02), heading(0.6))
    asked = np.concatenate([80 * np.array(ca.evalf(LAW.error(m)))[:3, 0], 20 * np.array([0, 0, np.sin(0.1)])])
    B = LAW.allocation
    got = B @ thrusts(LAW, m)
    can = np.linalg.matrix_rank(B)
    assert can == 5
    assert got[[0, 1, 2, 3, 5]] == pytest.approx(asked[[0, 1, 2, 3, 5]], abs=1e-9)
    for k, t in enumerate(SIX):  # B by hand: force and moment of one newton
        assert B[:, k] == pytest.approx([*t.axis, *np.cross(t.at, t.axis)])


def test_no_thruster_is_asked_for_more_than_it_has_and_attitude_goes_first():
    far = motion((-1000.0, 2.0, -3.0), heading(0.6))
    asked = thrusts(LAW, far)
    assert asked.max() <= 40.0 + 1e-6
    assert asked.min() >= -30.0 - 1e-6
    assert max(asked.max() / 40.0, -asked.min() / 30.0) == pytest.approx(1.0, abs=1e-6)
    near = LAW.allocation @ thrusts(LAW, motion((1.0, 2.0, -3.0), heading(0.6)))
    assert (LAW.allocation @ asked)[5] == pytest.approx(near[5], abs=1e-6)  # the moment about z is left as it was


def test_it_reaches_its_station_and_heading_in_a_current():
    water = Vehicle(
        "rov", quadratic=np.diag([120.0, 150, 180, 2, 2, 2]), linear=np.diag([5.0, 5, 5, 3, 3, 3]), current=(0.2, -0.1, 0.05)
    )
    law = replace(LAW, thrusters=[replace(t, current=water.current) for t in SIX])
    media = {"water": water, "weight": Gravity(fluid_density=1000.0), "station": law}
    run = elver.simulate(elver.Model("rov", Robot("rov", [BODY]), media), 60.0, solver=elver.Solver(dt=0.02), progress=False)
    assert run.status == "finished"
    assert run.data.base_position.values[-1] == pytest.approx([1.0, 2.0, -3.0], abs=1e-3)
    assert run.data.base_quaternion.values[-1] == pytest.approx(heading(0.7), abs=5e-3)
    assert run.summary["ledger_closure"] < 1e-8
    assert run.summary["ledger"]["station.wake"] > 0


def test_without_its_integral_part_the_current_takes_it_away():
    """The wrong variant: it stays off by drag over stiffness."""
    water = Vehicle("rov", linear=20 * np.eye(6), current=(0.2, 0.0, 0.0))
    law = replace(LAW, ki=0.0, place=(0.0, 0.0, 0.0), heading=0.0)
    media = {
        "water": water,
        "weight": Gravity(fluid_density=1000.0),
        "station": replace(law, thrusters=[replace(t, thrust_loss=0.0) for t in SIX]),
    }
    run = elver.simulate(elver.Model("rov", Robot("rov", [BODY]), media), 40.0, solver=elver.Solver(dt=0.02), progress=False)
    assert run.data.base_position.values[-1, 0] == pytest.approx(20 * 0.2 / 80, rel=1e-3)


def test_what_it_cannot_work_with_is_refused():
    with pytest.raises(InputError, match=r"list of elver\.forces\.Thruster"):
        replace(LAW, thrusters=[])
    with pytest.raises(InputError, match="names one body"):
        replace(LAW, body=["a", "b"])
    with pytest.raises(InputError, match="cannot stay free"):
        replace(LAW, thrusters=[replace(SIX[0], at=(ca.SX.sym("x"), 0, 0))])


FILE = """
elver: 1
name: rover
machine:
  bodies: {rov: {shape: {type: box, l1: 0.5, l2: 0.4, l3: 0.3}, density: 1000}}
media:
  water: {type: vehicle, body: rov, derivatives: {X_udot: -12, Y_vdot: -30, Z_wdot: -40, X_u: -20, X_uu: -100, N_rr: -2},
    current: {type: vortex, circulation: 0.3}}
  weight: {type: gravity, fluid_density: 1000}
  hold:
    type: station
    body: rov
    place: [0, 0, -1 m]
    kp: 80
    kd: 80
    kp_turn: 20
    kd_turn: 8
    forward: 40
    reverse: 30
    thrusters:
      - {diameter: 100 mm, axis: [1, 0, 0], at: [0, 0.2, 0], hand: left}
      - {diameter: 100 mm, axis: [1, 0, 0], at: [0, -0.2, 0]}
      - {diameter: 100 mm, axis: [0, 0, 1], hand: pair}
run: {duration: 1 s}
"""


def test_a_file_has_them_by_words():
    model = load_text(FILE).build()
    law, water = model.media["hold"], model.media["water"]
    assert [t.at for t in law.thrusters] == [(0, 0.2, 0), (0, -0.2, 0), (0, 0, 0)]
    assert law.thrusters[0].hand == "left"
    assert law.place == (0, 0, -1)
    assert water.derivatives["X_uu"] == -100
    assert water.current.circulation == 0.3
    assert elver.simulate(model, 1.0, progress=False).status == "finished"

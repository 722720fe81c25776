"""The simulated moth against the reference model of moth_reference.py: dynamics at random states, tethered flapping, orbits.

First the reference is checked against itself, so that an agreement means something. MAV = Porez, Boyer, Belkhiri 2014.
The simulator's x, y, z are the reference's n, -s, a; joint angles are the same.
"""

from __future__ import annotations

import functools
import json

import moth_reference as moth
import numpy as np
import pytest
from tolerances import BALANCE, ORACLE, assert_close, relative_error

from elver import compile_model, scenario, simulate
from elver.analysis import find_orbit
from elver.model import assemble
from elver.simulation import Save, Solver

STORED = json.loads(moth.STORE.read_text(encoding="utf-8"))
AXES = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # n, -s, a from s, n, a
JOINTS = ["stroke", "bending1", *(f"{kind}{k}" for k in (2, 3, 4) for kind in ("twist", "bending"))]
NAMES = [f"{side}_{joint}" for side in ("right", "left") for joint in JOINTS]  # joints 1 ... 16
PASSIVE = [NAMES[j - 1] for j in moth.PASSIVE]
LAWS = {"printed": "paper", "kirchhoff": "kirchhoff"}
SEEDS = range(5)
# Truncation. Both use RK4 and the same step from a state found to 1e-11, but normalise the quaternion at different places.
SAME_RUN = 1e-8
# The reference differences whole periods with steps of 1e-6: 1e-9 over the step, times the condition of the eigenvalues.
MULTIPLIER = 1e-6


def ours(vector):
    """Linear and angular parts in the simulator's axes."""
    return np.concatenate([AXES @ part for part in np.split(np.asarray(vector, dtype=float), len(vector) // 3)])


@functools.cache
def equations(law: str, base: str, twist_tip: float):
    name = "moth" if base == "free" else "moth-tethered"
    return assemble(scenario(name).build({"air.law": LAWS[law], "wing.twist_tip": twist_tip}))


def simulator(law: str, base: str, twist_tip: float, t: float, x: np.ndarray) -> dict:
    """What the simulator records in a state of the reference, by field."""
    own = equations(law, base, twist_tip)
    layout, state = own.layout, np.zeros(own.layout.size)
    angles, rates = dict(zip(PASSIVE, x[13:27], strict=True)), dict(zip(PASSIVE, x[27:41], strict=True))
    if base == "free":
        state[:13] = [*ours(x[:3]), x[3], *ours(x[4:7]), *ours(x[7:13])]
    state[layout.slices["angles"]] = [angles[j] for j in layout.joints]
    state[layout.slices["rates"]] = [rates[j] for j in layout.joints]
    values, recorded = np.array(own.outputs(t, state, [], [])).reshape(1, -1), own.recorded
    found = {field.name: recorded.take(values, field.name)[0] for field in recorded.fields}
    return found | {dim: recorded.labels[dim] for dim in ("joint", "force")}


def by_joint(found: dict, field: str, names) -> np.ndarray:
    return np.array([found[field][found["joint"].index(name)] for name in names])


# --- the reference by itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", ["printed", "kirchhoff"])
def test_power_of_the_reference_balances(law):
    """d/dt energy of the bodies = stroke power - damping - work on the air, with d/dt by central differences along dx/dt."""
    model = moth.build(law=law)
    x, t = moth.random_state(3)
    dx = moth.dynamics(t, x, *model)[0]
    h = 1e-7
    before, after = (moth.dynamics(t + d, x + d * dx, *model)[4] for d in (-h, h))
    power = dx[41] + dx[42] - dx[44:47].sum()
    assert (after - before) / (2 * h) == pytest.approx(power, rel=1e-5)
    assert abs(power) > 0.1


def test_stored_orbits_are_periodic_for_the_reference():
    """They close, and the air carries the weight, to the error of 400 steps in the mean force."""
    for name in ("0.0009 printed", "0.0009 kirchhoff"):
        entry = STORED["orbits"][name]
        assert entry["residual"] < 1e-10
        assert entry["figures"]["mean_lift"] == pytest.approx(moth.G * moth.build()[2][:, 0].sum(), rel=1e-5)


# --- dynamics at random states ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("base", ["free", "tethered"])
def test_dynamics_agree(seed, law, base):
    """Base and passive accelerations, stroke torques, and the force of the air."""
    x, t = moth.random_state(seed)
    if base == "tethered":
        x[:13] = moth.at_rest()[:13]
    twist_tip = (9e-4, 9e-3)[seed % 2]
    _, acc, torques, air, _ = moth.dynamics(t, x, *moth.build(twist_tip, base == "free", law))
    found = simulator(law, base, twist_tip, t, x)
    if base == "free":
        assert_close(found["base_acceleration"][:3], ours(acc[:3]), ORACLE)
        assert_close(found["base_acceleration"][3:], ours(acc[3:6]), ORACLE)
        assert np.abs(acc[:6]).min() > 1e-3
    assert_close(by_joint(found, "joint_acceleration", NAMES), acc[6:], ORACLE)
    assert_close(by_joint(found, "joint_torque", ["right_stroke", "left_stroke"]), torques, ORACLE)
    assert_close(found["medium_force"][found["force"].index("air")], ours(air[:3] + air[3:]), ORACLE)


def test_the_other_law_is_told_apart():
    """The agreement above can fail: the two laws differ in the percents, and so does the plate's inertia about its span."""
    x, t = moth.random_state(0)
    found = simulator("kirchhoff", "free", 9e-4, t, x)
    for law in ("printed", "kirchhoff, no roll"):
        acc = moth.dynamics(t, x, *moth.build(law=law))[1]
        assert relative_error(by_joint(found, "joint_acceleration", NAMES), acc[6:]) > 1e-3


@pytest.mark.parametrize("seed", SEEDS)
def test_the_stroke_torque_is_that_of_the_first_spring(seed):
    """The stroke's link has no mass and bending joint 1 the same axis: tau_1 = tau_2 = -k_b1 r_2 - mu rd_2."""
    x, t = moth.random_state(seed)
    expected = [-moth.KB1 * x[13 + k] - moth.MU * x[27 + k] for k in (0, 7)]
    assert_close(moth.dynamics(t, x, *moth.build())[2], expected, ORACLE)
    found = simulator("printed", "free", 9e-4, t, x)
    assert_close(by_joint(found, "joint_torque", ["right_stroke", "left_stroke"]), expected, BALANCE)


# --- tethered flapping -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("twist_tip", [9e-4, 9e-3])
def test_tethered_runs_agree(twist_tip):
    """25 periods from rest at the same steps: joints at the end, and the metrics of the last period."""
    entry = STORED["tethered"][f"{twist_tip:g}"]
    run = simulate(
        scenario("moth-tethered").build({"wing.twist_tip": twist_tip}),
        1.0,
        solver=Solver(dt=1e-4, method="rk4"),
        save=Save(every=1e-4),
    )
    end = run.data.isel(time=-1).sel(joint=PASSIVE)
    assert_close(end.joint_position.values, entry["angles"], SAME_RUN)
    assert_close(end.joint_velocity.values, entry["rates"], SAME_RUN)
    keys = ("peak_stroke_torque", "power_per_wing", "tip_twist_amplitude", "tip_bending_amplitude", "mean_lift")
    for key in (*keys, "tip_bending_with_stroke_amplitude"):
        assert run.summary[key] == pytest.approx(entry["figures"][key], rel=1e-5), key  # means over samples and by quadrature


# --- free flight -----------------------------------------------------------------------------------------------------------


@functools.cache
def orbit(law: str):
    chosen = scenario("moth")
    model = chosen.build({"air.law": law})
    problem, shooting = chosen.orbit(model)
    return find_orbit(model, problem, shooting=shooting).demand()


@pytest.mark.parametrize("law", LAWS)
def test_orbits_agree(law):
    """Start of the period, drift, and the multipliers of symmetric perturbations, which are some of ours."""
    found, entry = orbit(LAWS[law]), STORED["orbits"][f"0.0009 {law}"]
    x = moth.expand(np.array(entry["y"]))
    layout, state = found.program.equations.layout, dict(zip(found.names, found.state, strict=True))
    assert_close(found.state[3:7], [x[3], *ours(x[4:7])], SAME_RUN)
    assert_close(found.state[layout.slices["twist"]], ours(x[7:13]), SAME_RUN)
    assert_close([state[f"angle of {j}"] for j in PASSIVE], x[13:27], SAME_RUN)
    assert_close([state[f"rate of {j}"] for j in PASSIVE], x[27:41], SAME_RUN)
    assert found.drift.velocity[2] == pytest.approx(entry["figures"]["vertical_drift"], abs=1e-8)
    theirs = np.array(entry["multipliers"]["real"]) + 1j * np.array(entry["multipliers"]["imag"])
    nearest = [np.abs(found.multipliers - m).min() for m in theirs]
    assert max(nearest) < MULTIPLIER
    assert len(found.multipliers) > len(theirs) == 18
    assert found.floquet_max > np.abs(theirs).max() - MULTIPLIER  # ours know roll, yaw and sideslip too


def test_metrics_of_the_orbit_agree():
    entry = STORED["orbits"]["0.0009 printed"]["figures"]
    run = orbit("paper").run()
    for key in set(entry) & set(run.summary):
        assert run.summary[key] == pytest.approx(entry[key], rel=2e-5, abs=1e-7), key
    assert len(set(entry) & set(run.summary)) == 11
    z, t = run.data.base_position.sel(axis="z").values, run.data.time.values
    level = z - np.interp(t, t[[0, -1]], z[[0, -1]])
    assert np.ptp(level) / 2 == pytest.approx(entry["vertical_without_drift_amplitude"], rel=1e-6)


@pytest.mark.long
def test_drifts_agree_where_only_the_stiffness_changes():
    """Vertical drift of the orbits with twist stiffness from 6e-4 to 9e-3: it rises, and falls again beyond 5e-3."""
    program = compile_model(scenario("moth").build(free=["wing.twist_tip"]))
    problem, shooting = scenario("moth").orbit(program.model)
    known = {k.split()[0]: v["figures"]["vertical_drift"] for k, v in STORED["orbits"].items() if k.endswith(" printed")}
    for text, drift in known.items():
        found = find_orbit(program, problem, parameters={"wing.twist_tip": float(text)}, shooting=shooting)
        assert found.drift.velocity[2] == pytest.approx(drift, abs=1e-7), text
    assert max(known, key=known.get) == "0.005"
    assert known["0.005"] > 1.05 > known["0.009"] > 0.6

"""Streams of given form: values by hand, no divergence, derivatives by differences, and a street by its vortices one by one."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

import elver
from elver import InputError
from elver.forces import (
    KarmanStreet,
    LinearFlow,
    LogarithmicProfile,
    Morison,
    OscillatingFlow,
    PowerProfile,
    SumOfFlows,
    TableProfile,
    UniformFlow,
    Vortex,
)
from elver.forces.flow import local_flow
from elver.robot import Body, EllipticCylinder, Robot
from elver.scenarios import load_text

STREET = KarmanStreet(0.1, (0.4, 0.3, 0.0), (0.2, -0.1, 0.0))
TABLE = TableProfile([-2.0, -1.0, 0.5, 1.0], [[0.0, 0, 0], [0.3, 0.1, 0], [0.5, 0.1, 0.02], [0.45, 0.3, 0]])
FLOWS = {
    "oscillating": OscillatingFlow((0.3, 0.1, 0.0), 2.0, 0.4, (0.1, 0, 0)),
    "power": PowerProfile((0.5, 0.2, 0.0), 3.0, 0.3, -4.0),
    "log": LogarithmicProfile((0.5, 0.2, 0.0), 3.0, 0.02, -4.0),
    "table": TABLE,
    "street": STREET,
    "sum": SumOfFlows([STREET, TABLE, Vortex(0.2, 0.3)]),
}


def numbers(x) -> np.ndarray:
    return np.array(ca.evalf(ca.SX(x)), dtype=float).squeeze()


def at(flow, x, t=0.0) -> np.ndarray:
    return numbers(flow.velocity(ca.DM(x), ca.DM(t)))


@pytest.mark.parametrize("name", FLOWS)
def test_derivatives_are_differences_and_no_water_is_made(name):
    rng, h, flow = np.random.default_rng(1), 1e-5, FLOWS[name]
    for _ in range(5):
        x, t = rng.uniform(-1.5, 1.5, 3), rng.uniform(0, 2)
        here = local_flow(flow, ca.DM(x), ca.DM(t))
        gradient = np.column_stack([(at(flow, x + h * e, t) - at(flow, x - h * e, t)) / (2 * h) for e in np.eye(3)])
        assert numbers(here.gradient) == pytest.approx(gradient, abs=1e-6)
        U = at(flow, x, t)
        along = (at(flow, x + h * U, t + h) - at(flow, x - h * U, t - h)) / (2 * h)
        assert numbers(here.acceleration) == pytest.approx(along, abs=1e-6)
        if name not in ("table", "sum"):  # that table has a vertical velocity that changes with the height
            assert np.trace(numbers(here.gradient)) == pytest.approx(0, abs=1e-9)


def test_profiles_by_hand():
    seventh = PowerProfile((0.7, 0.0, 0.0), 10.0)
    assert at(seventh, (5, 6, 2.0))[0] == pytest.approx(0.7 * 0.2 ** (1 / 7))
    assert at(seventh, (5, 6, -1.0)) == pytest.approx(at(seventh, (0, 0, 0.01)))
    log = LogarithmicProfile((0.7, 0.0, 0.0), 10.0, 0.1)
    assert at(log, (0, 0, 2.0))[0] == pytest.approx(0.7 * np.log(21) / np.log(101))
    assert at(log, (0, 0, -0.5)) == pytest.approx([0, 0, 0])
    z = np.linspace(-2, 1, 31)
    expected = PchipInterpolator(TABLE.heights, TABLE.velocities)(z)
    assert np.array([at(TABLE, (1, 2, own)) for own in z]) == pytest.approx(expected, abs=1e-12)
    for own in (-5.0, 7.0):
        assert at(TABLE, (0, 0, own)) == pytest.approx(TABLE.velocities[0 if own < 0 else -1])


def test_an_oscillating_stream_by_hand():
    flow = FLOWS["oscillating"]
    assert at(flow, (1, 2, 3), 0.7) == pytest.approx(np.array([0.1, 0, 0]) + np.array([0.3, 0.1, 0]) * np.sin(np.pi * 0.7 + 0.4))


def test_a_street_is_its_vortices_one_by_one():
    """Four thousand point vortices, staggered and of alternate sense, in place of the two sums that Lamb has closed."""
    flow = KarmanStreet(0.1, (0.5, 0.0, 0.0), core=1e-4)
    a, C, t = flow.spacing, flow.circulation, 0.37
    h = 0.280549 * a
    k = np.arange(-2000, 2000)
    centres = np.concatenate([np.column_stack([k * a, 0 * k - h / 2]), np.column_stack([(k + 0.5) * a, 0 * k + h / 2])])
    centres[:, 0] += 0.86 * 0.5 * t
    sense = np.concatenate([np.ones(4000), -np.ones(4000)])
    for x in ((1.0, 0.02), (1.3, -0.2), (0.9, 0.5), (1.234, 0.0)):
        away = np.array(x) - centres
        strength = C * sense / (2 * np.pi * (away**2).sum(axis=1))
        U = np.array([0.5 - (strength * away[:, 1]).sum(), (strength * away[:, 0]).sum(), 0.0])
        assert at(flow, (*x, 0.3), t) == pytest.approx(U, abs=2e-5)


def test_its_vortices_go_with_the_water_and_return_after_the_period():
    """What all others do at the centre of one is the speed of the street, c U, which Strouhal's number and spacing make too."""
    flow = KarmanStreet(0.1, (0.5, 0.0, 0.0), core=1e-4)
    for centre in (
        (0.0, -0.5 * np.arcsinh(1) / np.pi * flow.spacing),
        (0.5 * flow.spacing, 0.5 * np.arcsinh(1) / np.pi * flow.spacing),
    ):
        assert at(flow, (*centre, 0.0))[:2] == pytest.approx([0.86 * 0.5, 0.0], abs=1e-6)
    assert flow.period == pytest.approx(0.1 / (0.2 * 0.5))
    assert at(STREET, (1.0, 0.7, 0.0), 0.3 + STREET.period) == pytest.approx(at(STREET, (1.0, 0.7, 0.0), 0.3))
    assert 0.86 * 0.5 * flow.period == pytest.approx(flow.spacing)


def test_a_street_is_a_wake():
    """Slower than the stream between its rows, undisturbed far away; Karman's drag of its cylinder is near the measured 1."""
    places = np.linspace(0, STREET.spacing, 40, endpoint=False)
    along, left = np.array([0.8, 0.6, 0.0]), np.array([-0.6, 0.8, 0.0])
    start = np.array([0.2, -0.1, 0.0]) + 5 * 0.1 * along
    mean = lambda away: np.mean([at(STREET, start + s * along + away * left) @ along for s in places])  # noqa: E731
    assert mean(0.0) == pytest.approx(0.5 - STREET.circulation / STREET.spacing, abs=0.02)
    assert mean(0.0) < 0.45
    assert mean(30.0) == pytest.approx(0.5, abs=1e-9)
    assert np.isfinite(at(STREET, (1e6, -1e6, 0.0))).all()
    assert 0.8 < STREET.drag_coefficient < 1.2


def test_a_turned_street_is_the_same_street():
    straight = KarmanStreet(0.1, (0.5, 0.0, 0.0), (0.2, -0.1, 0.0))
    turn = np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]])
    x = np.array([0.6, 0.05, 0.1])
    centre = np.array([0.2, -0.1, 0.0])
    assert at(STREET, centre + turn @ (x - centre), 0.4) == pytest.approx(turn @ at(straight, x, 0.4))


def test_a_sum_adds_up():
    total = SumOfFlows([UniformFlow((0.1, 0, 0)), LinearFlow(np.eye(3) - np.diag([0, 0, 3.0]))])
    assert at(total, (1, 2, 3)) == pytest.approx([1.1, 2, -6])


def test_a_swimmer_in_a_street_keeps_its_ledger():
    body = Body.solid("fish", EllipticCylinder(0.2, 0.02, 0.03, at=(-0.1, 0, 0)), 1000.0)
    start = elver.InitialState(position=(1.0, 0.6, 0.0), twist=(0.1, 0, 0, 0, 0, 0.5))
    run = elver.simulate(
        elver.Model("fish", Robot("fish", [body]), {"water": Morison(current=STREET)}, start=start), 2.0, progress=False
    )
    assert run.summary["ledger_closure"] < 1e-7


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: TableProfile([0.0], [[1, 0, 0]]), "two heights"),
        (lambda: TableProfile([1.0, 0.0], [[1, 0, 0], [1, 0, 0]]), "increase"),
        (lambda: TableProfile([0.0, 1.0], [[1, 0, 0], [1, 0, np.nan]]), "finite"),
        (lambda: KarmanStreet(0.1, (0.5, 0, 0.1)), "goes up"),
        (lambda: KarmanStreet(0.1, (0.0, 0, 0)), "no street"),
        (lambda: SumOfFlows([]), "list of flows"),
        (lambda: SumOfFlows([(0.1, 0, 0)]), "list of flows"),
        (lambda: PowerProfile((0.5, 0, 0), 0.0), "height"),
    ],
)
def test_what_is_no_flow_is_refused(make, says):
    with pytest.raises(InputError, match=says):
        make()


FILE = """
elver: 1
name: rod
parameters: {speed: {value: 0.3 m/s}}
machine:
  bodies: {rod: {shape: {type: rod, length: 0.4, radius: 2 cm}, density: 1000}}
media:
  water: {type: morison, current: CURRENT}
run: {duration: 1 s}
"""


@pytest.mark.parametrize(
    "words",
    [
        "{type: oscillating, amplitude: [speed, 0, 0], period: 3 s}",
        "{type: power_profile, stream: [speed, 0, 0], height: 2 m, bottom: -3 m}",
        "{type: log_profile, stream: [speed, 0, 0], height: 2 m, bottom: -3 m}",
        "{type: table_profile, heights: [-1 m, 0, 1 m], velocities: [[0, 0, 0], [speed, 0, 0], [2 * speed, 0, 0]]}",
        "{type: street, diameter: 10 cm, stream: [speed, 0, 0], centre: [-1, 0, 0]}",
        "{type: sum, parts: [{type: uniform, stream: [speed, 0, 0]}, {type: vortex, circulation: 0.1}]}",
    ],
)
def test_files_have_them_by_words(words):
    run = elver.simulate(load_text(FILE.replace("CURRENT", words)).build(), 1.0, progress=False)
    assert run.status == "finished"
    assert run.data.base_position.values[-1, 0] > 1e-3

"""Waves on a floating hull: response by runs against the frequency domain, the slow place of the phase, ledger, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from wave_table import needs_capytaine

import elver
from elver import InputError
from elver.forces import Gravity, Hull, Hydrostatics, Radiation, RegularWaves, Sea, WaveLoads
from elver.forces.hulls import Excitation, hull_from_mesh
from elver.forces.hulls.hydrostatics import refined
from elver.forces.hulls.meshes import box, sphere

RUN = 1e-2  # response of a run against the frequency domain with the table's own added mass and damping (fit of the memory: 1 %)
SAME = 5e-3  # the same with those of the fitted memory: what is left is of second order in the motion, and the end of the ramp


def cylinder(radius: float, draught: float, top: float, around: int = 16):
    """A closed upright cylinder."""
    from elver.forces.hulls import Surface

    turn = 2 * np.pi * np.arange(around) / around
    ring = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    triangles = []
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        low, high = ([np.array([*p, z]) for p in (a, b)] for z in (-draught, top))
        triangles += [[low[0], low[1], high[1]], [low[0], high[1], high[0]]]
        triangles += [[[0, 0, -draught], low[1], low[0]], [[0, 0, top], high[0], high[1]]]
    return Surface.from_triangles(np.array(triangles, float))


HULLS = {
    "sphere": (lambda: sphere(1.0, 8), 1.0),
    "cylinder": (lambda: refined(cylinder(0.8, 1.0, 0.5), 0.6), 1.2),
    "barge": (lambda: refined(box(4.0, 1.2, 0.4, 0.4), 0.5), 1.3),
}


@pytest.fixture(
    scope="module", params=["sphere", *(pytest.param(name, marks=pytest.mark.long) for name in ("cylinder", "barge"))]
)
def afloat(request):
    """Coefficients with loads of head waves, and the radius of gyration in pitch [m]."""
    needs_capytaine()
    surface, gyration = HULLS[request.param]
    centre = (0.0, 0.0, {"sphere": -0.3, "cylinder": -0.6, "barge": 0.0}[request.param])
    return hull_from_mesh(surface(), centre=centre, count=16, headings=[0.0, np.pi]), np.array(centre), gyration


def machine(c, centre, gyration, sea, **options):
    """The hull as one body in the plane of surge, heave and pitch."""
    body = elver.Body.central("boat", c.mass, tuple(centre), np.diag([gyration**2 * c.mass] * 3))
    hull = Hull.from_coefficients("boat", c, freedoms=(0, 2, 4), resistance=None)
    waves = WaveLoads("boat", c.waves, sea, **options)
    forces = {"hull": hull, "waves": waves, "gravity": Gravity()}
    return elver.Model("afloat", elver.Robot("afloat", [body], base="sagittal"), forces=forces)


def answered(c, centre, gyration, w, fitted=True):
    """Complex amplitudes of surge, heave and pitch of the hull's frame per metre, e^(-i w t)."""
    m, z = c.mass, centre[2]
    mass = np.array([[m, 0, m * z], [0, m, 0], [m * z, 0, m * (gyration**2 + z**2)]])
    part = [0, 2, 4]
    if fitted:
        memory = c.memory.restricted(tuple(part))
        G = np.zeros((memory.order, 6))
        G[:, list(memory.freedoms)] = memory.G
        kernel = np.conj(G.T @ np.linalg.solve(1j * w * np.eye(memory.order) - memory.F, G))[np.ix_(part, part)]
        water = c.added[np.ix_(part, part)] + 1j / w * kernel
    else:
        k = int(np.argmin(np.abs(c.table.frequencies - w)))
        water = (c.table.added[k] + 1j / w * c.table.damping[k])[np.ix_(part, part)]
    spring = np.zeros((3, 3))
    spring[1:, 1:] = c.restoring[np.ix_([0, 2], [0, 2])]
    spring[2, 2] += c.buoyancy * (c.buoyancy_centre[2] - z)
    load = c.waves.about(np.array([w]), np.zeros(1))[0, part]
    return np.linalg.solve(spring - w**2 * (mass + water), load)


def measured(run, w, last):
    """Complex amplitudes of surge, heave and pitch over the last periods of a run, e^(-i w t)."""
    t = run.data.time.values
    late = t > t[-1] - last * 2 * np.pi / w
    q = run.data.base_quaternion.values
    pitch = 2 * np.arctan2(q[:, 2], q[:, 0])
    shapes = np.column_stack([np.cos(w * t), np.sin(w * t), np.ones_like(t), t, t**2])[late]
    position = run.data.base_position.values
    found = [np.linalg.lstsq(shapes, row[late], rcond=None)[0] for row in (position[:, 0], position[:, 2], pitch)]
    return np.array([one[0] + 1j * one[1] for one in found])


def linearised(model, w):
    """Complex amplitudes of surge, heave and pitch by the slopes of the equations at rest, x' = A x + Re b exp(-i w t)."""
    equations = elver.compile_model(model).equations
    layout, x0 = equations.layout, np.array(equations.initial(0, [], [])).ravel()
    late = 1e3 * 2 * np.pi / w  # the ramp is over

    def rate(t, x):
        return np.array(equations.rhs(t, x, [], [])).ravel()

    n, step = layout.slices["works"].start, 1e-6
    at = [rate(late + k * np.pi / (2 * w), x0)[:n] for k in range(4)]
    b = 0.5 * (at[0] - at[2]) + 0.5j * (at[1] - at[3])
    A = np.empty((n, n))
    for k in range(n):
        d = step * np.eye(layout.size)[k]
        both = [sum(rate(late + m * np.pi / (2 * w), x0 + s * d)[:n] for m in range(4)) / 4 for s in (1, -1)]
        A[:, k] = (both[0] - both[1]) / (2 * step)
    x = np.linalg.solve(-1j * w * np.eye(n) - A, b)
    names = list(layout.names)
    return x[[names.index("base x"), names.index("base z")]], 2 * x[names.index("base quaternion y")]


def test_response_by_linearised_equations_is_that_of_the_frequency_domain(afloat):
    """The engine's own equations, without a run: waves, memory, buoyancy and weight together, at three frequencies."""
    c, centre, gyration = afloat
    for share in (0.3, 0.5, 0.8):
        w = float(c.table.frequencies[round(share * len(c.table.frequencies)) - 1])
        height = 1e-3
        sea = Sea(RegularWaves(height=height, period=2 * np.pi / w), ramp=1.0)
        (surge, heave), pitch = linearised(machine(c, centre, gyration, sea, slow=4000.0 / w), w)
        expected, size = answered(c, centre, gyration, w), height / 2
        for found, wanted in zip((surge, heave, pitch), expected, strict=True):
            assert found / size == pytest.approx(wanted, rel=RUN, abs=1e-3 * np.abs(expected).max())


@pytest.mark.parametrize("share", [0.4, 0.65])
def test_runs_answer_waves_as_the_frequency_domain_does(afloat, share):
    c, centre, gyration = afloat
    w = float(c.table.frequencies[round(share * len(c.table.frequencies)) - 1])
    height, period = 2e-3, float(np.round(2 * np.pi / w, 2))
    w = 2 * np.pi / period
    sea = Sea(RegularWaves(height=height, period=period), ramp=10 * period)
    run = elver.simulate(
        machine(c, centre, gyration, sea, slow=400.0 / w), duration=60 * period, solver=elver.Solver(dt=period / 120)
    )
    found = measured(run, w, 10) / (height / 2)
    expected, by_table = (answered(c, centre, gyration, w, fitted) for fitted in (True, False))
    size = np.abs(expected)
    assert abs(found[0] - expected[0]) < RUN * size[0]  # the slow place lets a share of the motion pass
    assert abs(found[1] - expected[1]) < SAME * size[1]
    assert abs(found[2] - expected[2]) < SAME * size[2] + 1e-3
    assert np.abs(by_table - expected)[1] < RUN * size[1]
    assert run.summary["ledger_closure"] < 1e-6


def table(frequencies=(0.2, 8.0), load=(1e3, 0, 1e4, 0, 3e3, 0), headings=(0.0,)):
    w = np.linspace(*frequencies, 9)
    values = np.broadcast_to(np.array(load, complex), (9, len(headings), 6)).copy()
    names = ("surge", "sway", "heave", "roll", "pitch", "yaw")
    return Excitation(w, np.asarray(headings), names, values, 0.2j * values)


def float_in(sea, start=None, damping=0.0, **options):
    """A block on a linear spring of water, in all six freedoms, without radiation but for a constant damping of surge [kg/s]."""
    body = elver.Body.central("block", 1000.0, (0, 0, -0.2), np.diag([300.0, 400.0, 500.0]))
    restoring = np.diag([2e4, 4e3, 6e3])
    radiation = Radiation(np.zeros((6, 6)), damping=np.diag([damping, 0, 0, 0, 0, 0])) if damping else None
    hull = Hull("block", Hydrostatics(restoring, 9810.0, (0, 0, -0.1)), radiation)
    forces = {"hull": hull, "waves": WaveLoads("block", options.pop("loads", table()), sea, **options), "gravity": Gravity()}
    return elver.Model("block", elver.Robot("block", [body]), forces=forces, start=start or elver.InitialState())


def test_the_momentary_place_would_push_the_hull_along():
    """A hull whose surge is damped: with the momentary place (a short filter) load and motion have a mean product, a F k |x| sin,
    which is no force of the second order but an error of the first. The slow place has none of it.
    """
    sea = Sea(RegularWaves(height=0.4, period=3.0), ramp=6.0)
    speeds = []
    for slow in (600.0, 0.02):
        model = float_in(sea, damping=2000.0, slow=slow, loads=table(load=(1e3, 0, 0, 0, 0, 0)))
        run = elver.simulate(model, duration=30, solver=elver.Solver(dt=0.02))
        t, x = run.data.time.values, run.data.base_position.values[:, 0]
        speeds.append((x[t >= 27 - 1e-9][0] - x[t >= 15 - 1e-9][0]) / 12)  # over four whole periods
    w = 2 * np.pi / 3
    load, k = 0.2 * 1e3 * np.hypot(1, 0.2), w**2 / 9.81
    x = load / abs(-(w**2) * 1000 - 1j * w * 2000.0)
    pushed = 0.5 * load * k * x * (w * 2000) / np.hypot(w**2 * 1000, w * 2000)
    assert speeds[1] == pytest.approx(pushed / 2000, rel=0.1)
    assert abs(speeds[0]) < 0.02 * speeds[1]


def test_the_slow_place_follows_a_tow_without_lag():
    """A hull that moves steadily meets waves at the frequency of encounter, with the phase of where it is."""
    sea = Sea(RegularWaves(height=1e-3, period=4.0))
    speed = 1.5
    model = float_in(sea, elver.InitialState(twist=(speed, 0, 0, 0, 0, 0)), slow=2.0)
    run = elver.simulate(model, duration=60, solver=elver.Solver(dt=0.02))
    t = run.data.time.values
    w = 2 * np.pi / 4.0
    encounter = w - w**2 / 9.81 * speed
    heave = run.data.base_position.values[:, 2]
    late = t > 20
    shapes = np.column_stack([np.cos(encounter * t), np.sin(encounter * t), np.cos(np.sqrt(20) * t), np.sin(np.sqrt(20) * t)])[
        late
    ]
    fit = np.linalg.lstsq(shapes, heave[late], rcond=None)[0]
    expected = 5e-4 * (1e4 + 0.2j * 1e4) / (2e4 - encounter**2 * 1000)
    assert fit[0] + 1j * fit[1] == pytest.approx(expected, rel=0.02)


def test_ledger_closes_in_an_irregular_sea():
    from elver.forces import Jonswap

    sea = Sea(Jonswap(height=0.1, period=4.0, count=20, seed=2), ramp=5.0)
    run = elver.simulate(float_in(sea), duration=20, solver=elver.Solver(dt=0.01))
    assert run.summary["ledger_closure"] < 1e-6
    assert run.summary["ledger"]["waves.waves"] != 0


def test_a_turned_hull_in_turned_waves_is_the_same_hull():
    """Waves towards 70 degrees on a hull that looks towards 40 are waves towards 30 on one that looks along x."""
    turn, loads = np.radians(40), table(headings=np.radians([0.0, 30.0, 60.0]))
    heights = []
    for heading in (0.0, turn):
        sea = Sea(RegularWaves(height=0.1, period=4.0, direction=np.radians(30) + heading))
        start = elver.InitialState(quaternion=(np.cos(heading / 2), 0, 0, np.sin(heading / 2)))
        model = float_in(sea, start, heading=heading, loads=loads)
        run = elver.simulate(model, duration=5, solver=elver.Solver(dt=0.02))
        x, y, z = run.data.base_position.values.T
        heights.append(np.column_stack([x * np.cos(heading) + y * np.sin(heading), y * np.cos(heading) - x * np.sin(heading), z]))
    assert np.abs(heights[0] - heights[1]).max() < 1e-9
    assert np.abs(heights[0][:, 0]).max() > 1e-3


FILE = """
elver: 1
name: block-in-waves
title: A block in waves
machine:
  base: free
  bodies:
    block: {mass: 1000 kg, centre: [0 m, 0 m, -0.2 m], inertia: [300, 400, 500]}
sea:
  waves: {type: regular, height: 0.1 m, period: 4 s}
media:
  water:
    type: hull
    body: block
    hydrostatics: {restoring: [[2.0e4, 0, 0], [0, 4.0e3, 0], [0, 0, 6.0e3]], buoyancy: 9810 N, centre: [0 m, 0 m, -0.1 m]}
  waves: {type: wave_loads, body: block, file: block.nc}
  weight: {type: gravity}
run: {duration: 5 s}
"""


def test_a_file_names_the_loads_and_the_sea_is_met(tmp_path):
    (tmp_path / "block.yaml").write_text(FILE)
    table().save(tmp_path / "block.nc")
    scenario = elver.load(tmp_path / "block.yaml")
    solver = elver.Solver(dt=0.02)
    found = elver.simulate(scenario, duration=5, solver=solver).data.base_position.values
    expected = elver.simulate(float_in(Sea(RegularWaves(height=0.1, period=4.0))), duration=5, solver=solver)
    assert np.abs(found - expected.data.base_position.values).max() < 1e-9
    (tmp_path / "block.yaml").write_text(FILE.replace(", file: block.nc", ""))
    with pytest.raises(InputError, match="elver hull --waves"):
        elver.load(tmp_path / "block.yaml")


def test_what_cannot_be_is_refused():
    sea = Sea(RegularWaves(height=0.1, period=4.0))
    for wrong, what in (
        ({"body": ("a", "b"), "table": table(), "current": sea}, "names 2 bodies"),
        ({"body": "a", "table": table(), "current": Sea(RegularWaves(height=0.1, period=4.0), depth=10.0)}, "made for inf m"),
        ({"body": "a", "table": table(), "current": (0, 0, 0)}, "Give the elver.forces.Sea"),
        ({"body": "a", "table": "waves.nc", "current": sea}, "load_excitation"),
        ({"body": "a", "table": table((2.0, 8.0)), "current": sea}, "wider band"),
    ):
        with pytest.raises(InputError, match=what):
            WaveLoads(**wrong)
    with pytest.raises(InputError, match="boat"):
        elver.Model(
            "none",
            elver.Robot("none", [elver.Body.central("block", 1.0, (0, 0, 0), np.eye(3))]),
            forces={"waves": WaveLoads("boat", table(), sea)},
        )

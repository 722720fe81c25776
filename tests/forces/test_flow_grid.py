"""Flows on a grid against the flows they were sampled from, by every route of compiled code, and their files."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
import xarray as xr
from scipy.interpolate import RegularGridInterpolator

import elver
from elver import InputError
from elver.codegen.compiler import compile_function
from elver.forces import ByBody, GriddedFlow, Immersed, LinearFlow, Morison, OscillatingFlow, SumOfFlows, Vehicle, Vortex
from elver.forces.flow import local_flow
from elver.robot import Body, Ellipsoid, EllipticCylinder, Robot
from elver.scenarios import load_text
from elver.symbolic.lookup import number_of, read

VORTEX = Vortex(0.4, 0.5, (0.1, -0.1, 0.0), (0.2, 0.1, 0.0))


def at(flow, x, t=0.0) -> np.ndarray:
    return np.array(ca.evalf(ca.SX(flow.velocity(ca.DM(x), ca.DM(t))))).ravel()


def sampled(flow, interpolation="cubic", repeats=(), **axes) -> GriddedFlow:
    """A flow at the nodes of a grid; x, y, z or t that is not there is 0."""
    names = [name for name in "xyzt" if name in axes]
    x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
    f = ca.Function("f", [x, t], [ca.densify(flow.velocity(x, t))])
    mesh = dict(zip(names, np.meshgrid(*(axes[name] for name in names), indexing="ij"), strict=True))
    shape = next(iter(mesh.values())).shape
    given = {name: mesh.get(name, np.zeros(shape)).ravel() for name in "xyzt"}
    values = np.array(f(np.stack([given[n] for n in "xyz"]), given["t"][None, :])).reshape(3, *shape)
    return GriddedFlow({name: axes[name] for name in names}, values, interpolation, repeats)


def nodes(low, high, count):
    return np.linspace(low, high, count)


def test_it_goes_through_its_nodes_and_nears_the_flow_it_was_sampled_from():
    """Errors of the cubic fall with the third power of the step, of the linear with the second, of the slopes with one less."""
    rng = np.random.default_rng(1)
    places = np.vstack([rng.uniform(-0.9, 0.9, (2, 20)), np.zeros((1, 20))])
    exact = replace(VORTEX, stream=(0.0, 0.0, 0.0))

    def both(flow):
        """Velocities and gradients at all places."""
        x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
        here = local_flow(flow, x, t)
        f = ca.Function("f", [x, t], [here.velocity, ca.vec(here.gradient)])
        return [np.array(v) for v in f(places, np.zeros((1, 20)))]

    worst: dict = {}
    for kind, count in itertools.product(("cubic", "linear"), (21, 81)):
        flow = sampled(exact, kind, x=nodes(-1, 1, count), y=nodes(-1, 1, count))
        node = (flow.axes["x"][3], flow.axes["y"][7], 0.0)
        assert at(flow, node) == pytest.approx(at(exact, node), abs=1e-14)
        for what, one, other in zip(("value", "slope"), both(flow), both(exact), strict=True):
            worst[kind, count, what] = np.abs(one - other).max()
    for kind, order in (("cubic", 2.7), ("linear", 1.7)):
        assert worst[kind, 21, "value"] / worst[kind, 81, "value"] > 4**order
    assert worst["cubic", 81, "value"] < 2e-5
    assert worst["cubic", 21, "slope"] / worst["cubic", 81, "slope"] > 4**1.6


def test_linear_is_scipys_linear_interpolation():
    rng = np.random.default_rng(2)
    axes = {"x": nodes(-1, 1, 4), "y": nodes(0, 3, 5), "z": nodes(-2, 0, 3), "t": nodes(0, 1, 6)}
    values = rng.normal(size=(3, 4, 5, 3, 6))
    flow = GriddedFlow(axes, values, "linear")
    theirs = RegularGridInterpolator(tuple(axes.values()), np.moveaxis(values, 0, -1))
    for _ in range(10):
        x, y, z, t = (rng.uniform(a[0], a[-1]) for a in axes.values())
        assert at(flow, (x, y, z), t) == pytest.approx(theirs([x, y, z, t])[0], abs=1e-12)
    assert at(flow, (9, -4, 5), -3) == pytest.approx(values[:, -1, 0, -1, 0])  # beyond: as at the rim


def test_a_linear_flow_is_met_exactly():
    """Both interpolations reproduce it up to the rim, and its gradient."""
    linear = LinearFlow(((0.3, -0.7, 0.2), (0.5, 0.1, -0.4), (-0.2, 0.6, -0.4)), (0.2, -0.1, 0.3))
    for kind in ("linear", "cubic"):
        flow = sampled(linear, kind, x=nodes(-1, 1, 4), y=nodes(-1, 1, 3), z=nodes(-1, 1, 5))
        for p in ((0.11, -0.93, 0.31), (-0.99, 0.5, 0.99), (0.4, 0.3, -0.2)):
            here = local_flow(flow, ca.DM(p), ca.DM(0))
            assert at(flow, p) == pytest.approx(at(linear, p), abs=1e-13)
            assert np.array(ca.evalf(here.gradient)) == pytest.approx(np.array(linear.gradient), abs=1e-12)


def test_time_that_repeats():
    tide = OscillatingFlow((0.3, 0.1, 0.0), 2.0, 0.4)
    flow = sampled(tide, repeats=("t",), t=np.arange(0, 2, 0.05))
    assert flow.period == pytest.approx(2.0)
    for t in (0.33, 1.98, 5.01, -0.7):
        assert at(flow, (0, 0, 0), t) == pytest.approx(at(tide, (0, 0, 0), t), abs=2e-4)


def test_every_route_of_compiled_code_reads_the_same_table():
    """CasADi's machine, native code, and native code on several machines at once."""
    table = np.random.default_rng(3).normal(size=37)
    number, x = number_of(table), ca.SX.sym("x", 4)
    y = ca.vertcat(*(read(number, 3 * x[k]) * x[k] ** 2 + ca.sin(x[k]) for k in range(4)))
    f = ca.Function("f", [x], [y, ca.densify(ca.jacobian(y, x))], ["x"], ["y", "J"])
    native = compile_function(f)
    for given in ([1.0, 2.2, 3.9, 0.0], [-4.0, 12.1, 1e12, 12.0], [-1e12, 5.0, 6.0, 7.0]):
        v = np.array(given)
        entries = table[np.clip(np.floor(3 * v), 0, 36).astype(int)]
        assert np.array(f(v)[0]).ravel() == pytest.approx(entries * v**2 + np.sin(v), rel=1e-12)
        found, slopes = native(v)
        assert np.ravel(found) == pytest.approx(entries * v**2 + np.sin(v), rel=1e-12)
        assert np.diag(np.reshape(slopes, (4, 4))) == pytest.approx(2 * entries * v + np.cos(v), rel=1e-12)
    assert np.isnan(np.ravel(native(np.array([np.nan, 1, 1, 1.0]))[0])[0])


FISH = [Body.solid(f"b{k}", EllipticCylinder(0.1, 0.02, 0.03, at=(-0.1, 0, 0)), 1000.0) for k in range(2)]


def model(current, base="planar"):
    joints = [elver.Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=-0.1, mode="passive") for k in (1,)]
    start = elver.InitialState(position=(0.3, 0.2, 0.0), twist=(0.2, -0.1, 0, 0, 0, 0.5))
    water = {"water": Morison(current=current, points=2)}
    return elver.Model("fish", Robot("fish", FISH, joints, base=base), water, elastic=elver.drive.Spring(0.01, 1e-4), start=start)


def test_a_run_in_a_sampled_vortex_is_that_in_the_vortex():
    """Positions to the error of the grid, the ledger to that of the steps."""
    still = Vortex(0.2, 0.4)
    exact, sampled_run = (
        elver.simulate(model(flow), 1.0, solver=elver.Solver(dt=2e-3, method="rk4"), progress=False)
        for flow in (still, sampled(still, x=nodes(-1, 1, 81), y=nodes(-1, 1, 81)))
    )
    assert sampled_run.status == "finished"
    assert sampled_run.data.base_position.values == pytest.approx(exact.data.base_position.values, abs=2e-6)
    assert sampled_run.summary["ledger_closure"] < 1e-6
    assert exact.summary["ledger_closure"] < 1e-8


def test_a_machine_that_leaves_the_grid_is_told():
    """Beyond x = 1 m, and beyond the last time; not along an axis that repeats, nor on a body that is within or left out."""
    axes, values = {"x": np.linspace(-1, 1, 3), "t": np.linspace(0, 0.02, 3)}, np.zeros((3, 3, 3))
    once = GriddedFlow(axes, values, "linear", source="bay.nc")
    again = GriddedFlow(axes, values, "linear", ("t",))

    def told(**forces):
        start = elver.InitialState(position=(1.05, 0.0, 0.0))  # b1 lies at 0.95 m
        run = elver.simulate(replace(model((0.0, 0.0, 0.0)), forces=forces, start=start), 0.05, progress=False)
        return [w["text"] for w in run.summary["warnings"] if w["check"] == "range of a law"]

    along_t, along_x = sorted(told(water=Morison(current=SumOfFlows([once]))))
    assert "on body 'b0': way out of the grid of bay.nc along x is 0.05 m" in along_x
    assert "along t is 0.03 s" in along_t
    rear = Vehicle("b1", {"X_udot": -1.0, "Y_vdot": -1.0, "N_rdot": -0.01}, current=again)
    (one,) = told(rear=rear, water=ByBody(Morison(current=again), {"b1": None}))
    assert one.startswith("'water' (ByBody) on body 'b0'")


def test_slopes_share_the_sums_of_the_velocity():
    """Over x, y and t 64 nodes count for each component: 192 look-ups. A velocity with all its slopes, the acceleration's too,
    takes 2418 instructions; with every product of weights written out by itself it took 6592."""
    rng, places = np.random.default_rng(4), nodes(-1, 1, 5)
    flow = GriddedFlow({"x": places, "y": places, "t": places}, rng.normal(size=(3, 5, 5, 5)))
    x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
    here = local_flow(flow, x, t)
    whole = ca.Function("whole", [x, t], [here.velocity, here.gradient, here.acceleration, here.acceleration_gradient])
    calls = [k for k in range(whole.n_instructions()) if whole.instruction_id(k) == ca.OP_CALL]
    assert len(calls) == 192
    assert whole.n_instructions() < 3000


def test_the_grid_is_asked_for_at_the_ends_of_strips():
    """Origin of b1 and middle of its strip are within the grid, its end is 0.03 m beyond; of a bluff body the middle counts."""
    grid = GriddedFlow({"x": np.linspace(-0.85, 1.1, 3), "y": np.linspace(-1, 1, 3)}, np.zeros((3, 3, 3)), "linear")

    def told(water, x):
        start = elver.InitialState(position=(x, 0.0, 0.0))
        run = elver.simulate(replace(model((0.0, 0.0, 0.0)), forces={"water": water}, start=start), 0.01, progress=False)
        return [w["text"] for w in run.summary["warnings"] if w["check"] == "range of a law"]

    (one,) = told(Morison(current=grid), -0.68)
    assert "on body 'b1': way out of the grid along x is 0.03 m" in one
    assert told(Morison(current=grid), -0.6) == []
    assert told(Immersed(current=grid, slender=50.0), -0.68) == []
    assert "on body 'b1'" in told(Immersed(current=grid, slender=50.0), -0.75)[0]


def test_machines_side_by_side_read_it_too():
    """A batch in vectors of the processor gives what single runs do."""
    flow = sampled(Vortex(0.2, 0.4), x=nodes(-1, 1, 41), y=nodes(-1, 1, 41))
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 900.0)
    base = elver.Model("ball", Robot("ball", [body], base="planar"), {"water": Immersed(current=flow)})
    base = replace(base, start=elver.InitialState(position=(0.3, 0.2, 0.0)))
    program = elver.compile_model(base.freed("forces.water.drag"))
    solver = elver.Solver(dt=1e-2, method="rk4")
    drags = [0.3, 0.6, 0.9, 1.2, 1.5]
    single = [
        elver.simulate(
            program, 0.5, solver=solver, parameters={"forces.water.drag": d}, progress=False
        ).data.base_position.values[-1]
        for d in drags
    ]
    batch = elver.simulate_batch(program, 0.5, parameters={"forces.water.drag": drags}, solver=solver)
    assert batch.final_position.values == pytest.approx(np.array(single), rel=1e-9, abs=1e-12)


def test_gradients_and_stiff_methods_go_through_it():
    """The adjoint of a run by the grid's weights against differences; Rodas5P by exact Jacobians against RK4."""
    flow = sampled(Vortex(0.2, 0.4), x=nodes(-1, 1, 21), y=nodes(-1, 1, 21))
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 900.0)
    start = elver.InitialState(position=(0.3, 0.2, 0.0))
    base = elver.Model("ball", Robot("ball", [body], base="planar"), {"water": Immersed(current=flow)}, start=start)
    program = elver.compile_model(base.freed("forces.water.drag"))
    solver = elver.Solver(dt=1e-2, method="rk4")
    found = elver.gradient(program, lambda course: course.end["base_position", "x"], 1.0, solver=solver)
    above, below = (
        elver.simulate(
            program, 1.0, solver=solver, parameters={"forces.water.drag": d}, progress=False
        ).data.base_position.values[-1, 0]
        for d in (1.001, 0.999)
    )
    assert found["forces.water.drag"] == pytest.approx((above - below) / 0.002, rel=1e-5)
    stiff = elver.simulate(program, 1.0, solver=elver.Solver(method="rodas"), progress=False)
    plain = elver.simulate(program, 1.0, solver=elver.Solver(dt=2e-3, method="rk4"), progress=False)
    assert stiff.data.base_position.values[-1] == pytest.approx(plain.data.base_position.values[-1], abs=1e-6)


def test_c_files_hold_the_table_and_files_of_casadi_are_refused(tmp_path):
    from elver.export import write_c, write_casadi

    flow = sampled(Vortex(0.2, 0.4), x=nodes(-1, 1, 5), y=nodes(-1, 1, 5))
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 900.0)
    ball = elver.Model("ball", Robot("ball", [body], base="planar"), {"water": Immersed(current=flow)})
    with pytest.raises(InputError, match="files of CasADi"):
        write_casadi(ball, tmp_path / "ball.casadi")
    files = write_c(ball, tmp_path / "ball_c", 1.0)
    text = next(Path(f) for f in files if Path(f).name == "ball.c").read_text()
    assert "static const double table" in text
    assert text.count("static double entry(") == 1


# --- files


def dataset(**changes):
    x, y, t = nodes(-1, 1, 5), nodes(-1, 1, 4), np.arange(3) * 0.5
    rng = np.random.default_rng(4)
    sizes = (3, 4, 5)
    data = xr.Dataset(
        {"u": (("time", "y", "x"), rng.normal(size=sizes)), "v": (("time", "y", "x"), rng.normal(size=sizes))},
        {"x": x, "y": y, "time": t},
    )
    return data.assign(changes) if changes else data


def test_a_file_is_the_numbers_in_it(tmp_path):
    data = dataset()
    data.to_netcdf(tmp_path / "flow.nc")
    flow = GriddedFlow.from_netcdf(tmp_path / "flow.nc", interpolation="linear")
    assert list(flow.axes) == ["x", "y", "t"]
    here = data.sel(x=0.5, y=-1.0, time=1.0)
    assert at(flow, (0.5, -1.0, 3.0), 1.0) == pytest.approx([float(here.u), float(here.v), 0.0])


def test_other_names_dates_and_levels(tmp_path):
    dates = np.datetime64("2020-01-01T00:00:00") + (np.arange(3) * 1800).astype("timedelta64[s]")
    data = dataset().assign_coords(time=dates).rename({"x": "lon", "u": "ux"}).expand_dims(z=[-2.0])
    data.to_netcdf(tmp_path / "flow.nc")
    flow = GriddedFlow.from_netcdf(tmp_path / "flow.nc", ("ux", "v", "w"), {"x": "lon"}, "linear")
    assert flow.axes["t"] == pytest.approx([0, 1800, 3600])
    assert "z" not in flow.axes


SCENARIO = """
elver: 1
name: rod
machine:
  bodies: {rod: {shape: {type: rod, length: 0.2, radius: 2 cm}, density: 1000}}
media:
  water: {type: morison, current: {type: grid, file: flow.nc, interpolation: cubic, repeats: [t]}}
run: {duration: 0.2 s}
"""


def test_a_scenario_file_names_it(tmp_path):
    dataset().to_netcdf(tmp_path / "flow.nc")
    (tmp_path / "rod.yaml").write_text(SCENARIO)
    from elver.scenarios import load

    flow = load(tmp_path / "rod.yaml").build().media["water"].current
    assert flow.repeats == ("t",)
    assert flow.values.shape == (3, 5, 4, 3)
    with pytest.raises(InputError, match="has no 'file'"):
        load_text(SCENARIO.replace("file: flow.nc, ", "")).build()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: GriddedFlow({"x": [0, 1, 3]}, np.zeros((3, 3))), "uneven"),
        (lambda: GriddedFlow({"x": [0, 1]}, np.zeros((3, 2))), "3 or more"),
        (lambda: GriddedFlow({"q": [0, 1, 2]}, np.zeros((3, 3))), "'q'"),
        (lambda: GriddedFlow({"x": [0, 1, 2]}, np.zeros((2, 3))), "shape"),
        (lambda: GriddedFlow({"x": [0, 1, 2]}, np.full((3, 3), np.nan)), "9 values of the grid are not finite"),
        (lambda: GriddedFlow({"x": [0, 1, 2]}, np.zeros((3, 3)), repeats=("t",)), "repeats along t"),
        (lambda: GriddedFlow({"x": np.arange(300), "y": np.arange(800)}, np.zeros((3, 300, 800))), "are the most"),
        (lambda: GriddedFlow.from_netcdf("nowhere.nc"), "no NetCDF file"),
    ],
)
def test_grids_that_cannot_be_are_refused(make, says):
    with pytest.raises(InputError, match=says):
        make()

"""`elver plot` of damaged and foreign results: one line of error, or figures; never a traceback."""

from __future__ import annotations

import json
import shutil
import warnings

import numpy as np
import pytest
import xarray as xr
from damage import mutated

from elver.cli.main import main
from elver.model import compile_model
from elver.results import load_run
from elver.scenarios import scenario
from elver.simulation import Solver, simulate

CASES, DRAWN = 14, 10  # of files that are mostly refused; of those that are mostly drawn, which takes longer


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A short run among obstacles, with all that such a run holds."""
    s = scenario("gray")
    run = simulate(compile_model(s.prepared({})), 0.02, solver=Solver(dt=s.dt), progress=False)
    return run.save(tmp_path_factory.mktemp("gray") / "run.nc")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Figures are drawn, as every error comes from there, but written only in a coarse form."""
    monkeypatch.setattr("elver.viz.plots.write", lambda figure, path: figure.savefig(path, dpi=20, bbox_inches="tight"))


def plotted(capsys, *arguments) -> tuple[int, str]:
    """Exit code and messages; an exception of any kind fails the test that calls."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        code = main(["plot", *map(str, arguments), "--format", "png"])
    err = capsys.readouterr().err
    assert code in (0, 2)
    assert (code == 0) or err.count("\n") == 1, err
    assert "Traceback" not in err
    return code, err


@pytest.mark.long
def test_any_change_of_a_run_is_an_error_or_figures(capsys, tmp_path, saved):
    rng, good = np.random.default_rng(0), load_run(saved).data
    codes = []
    for _ in range(DRAWN):
        what, data = mutated(good, rng)
        data.to_netcdf(tmp_path / "run.nc", engine="h5netcdf")
        try:
            codes.append(plotted(capsys, tmp_path / "run.nc")[0])
        except Exception as error:
            raise AssertionError(what) from error
    assert 0 < sum(code == 2 for code in codes) < DRAWN


def test_any_damage_to_the_bytes_of_a_run_is_an_error_or_figures(capsys, tmp_path, saved):
    good, rng = saved.read_bytes(), np.random.default_rng(0)
    for k in range(CASES):
        data = bytearray(good)
        if k % 3 == 0:
            del data[int(rng.integers(len(data))) :]
        else:
            for place in rng.integers(0, len(data) if k % 3 == 1 else 20_000, int(rng.integers(1, 20))):
                data[place] ^= 1 << int(rng.integers(8))
        (tmp_path / "run.nc").write_bytes(data)
        plotted(capsys, tmp_path / "run.nc")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.drop_vars("work"), "the variable 'work' is missing"),
        (lambda d: d.assign_attrs(period="soon"), "the attribute 'period' is not a finite number"),
        (lambda d: d.rename(body="part"), "'body"),
        (lambda d: d.assign(body_parent=("body", [1, 0, 0])), "make no tree"),
        (lambda d: d.assign_coords(time=d.time * np.nan), "times"),
        (lambda d: d.assign(joint_type=("joint", ["round"] * d.sizes["joint"])), "neither revolute nor prismatic"),
        (lambda d: d.assign_coords(link=["a", "b", "c"]), "not among its bodies"),
        (lambda d: d.assign_attrs(measures='{"a": "b"}'), "the metric 'a' is not a number"),
    ],
)
def test_what_is_wrong_with_a_run_is_named(capsys, tmp_path, saved, change, message):
    change(load_run(saved).data).to_netcdf(tmp_path / "run.nc", engine="h5netcdf")
    code, err = plotted(capsys, tmp_path / "run.nc")
    assert code == 2
    assert message in err
    assert "run.nc" in err


def test_a_figure_that_the_data_do_not_allow_is_left_out_or_refused_by_name(capsys, tmp_path, saved):
    data = load_run(saved).data
    data["body_position"] = np.nan * data.body_position
    data.to_netcdf(tmp_path / "run.nc", engine="h5netcdf")
    code, err = plotted(capsys, tmp_path / "run.nc", "--out", tmp_path / "all")
    assert code == 0
    assert "a figure is left out: figure 'configurations' cannot be drawn" in err
    assert (tmp_path / "all" / "ledger.png").is_file()
    assert not (tmp_path / "all" / "configurations.png").exists()
    code, err = plotted(capsys, tmp_path / "run.nc", "configurations")
    assert code == 2
    assert "figure 'configurations' cannot be drawn" in err


# --- sweeps and searches --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sweep(tmp_path_factory):
    """The store of a finished sweep, without a run: data as a sweep writes them."""
    pytest.importorskip("zarr")
    from elver.analysis.studies.store import COMPLETE, PLAN, WORKPLACE

    store = tmp_path_factory.mktemp("sweep") / "s.zarr"
    dims = ("gait.amplitude", "water.law")
    data = xr.Dataset(
        {
            "status": (dims, np.full((3, 2), "finished")),
            "status_detail": (dims, np.full((3, 2), "reached 1 s")),
            "mean_speed": (dims, np.arange(6.0).reshape(3, 2), {"units": "m/s"}),
            "peak_torque": ((*dims, "joint"), np.ones((3, 2, 2)), {"units": "N m"}),
        },
        {"gait.amplitude": [0.1, 0.2, 0.3], "water.law": ["paper", "other"], "joint": ["a", "b"]},
        {"model": "eel"},
    )
    (store / WORKPLACE).mkdir(parents=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data.to_zarr(store, mode="a", zarr_format=2, consolidated=True)
    (store / WORKPLACE / PLAN).write_text("{}")
    (store / WORKPLACE / COMPLETE).write_text("")
    return store


def test_a_whole_sweep_is_drawn(capsys, sweep, tmp_path):
    assert plotted(capsys, sweep, "--out", tmp_path) == (0, "")
    assert (tmp_path / "mean_speed.png").is_file()


def test_any_damage_to_a_sweep_is_an_error_or_figures(capsys, tmp_path, sweep):
    rng = np.random.default_rng(0)
    files = sorted(p.relative_to(sweep) for p in sweep.rglob("*") if p.is_file() and p.parent.name != ".elver")
    likely = [p for p in files if p.name == ".zmetadata"]
    store, codes = tmp_path / "s.zarr", []
    for k in range(CASES):
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(sweep, store)
        path = store / (likely if k % 2 else files)[int(rng.integers(len(likely if k % 2 else files)))]
        data = bytearray(path.read_bytes())
        if k % 5 == 0:
            path.unlink()
        elif k % 5 == 1:
            path.write_bytes(data[: int(rng.integers(len(data)))])
        else:
            for place in rng.integers(0, len(data), int(rng.integers(1, 6))):
                data[place] ^= 1 << int(rng.integers(8))
            path.write_bytes(data)
        codes.append(plotted(capsys, store, "--out", tmp_path / "figures")[0])
    assert 4 < sum(code == 2 for code in codes) < CASES


def search_history(kind: str) -> xr.Dataset:
    """The history of a search as ``optimise`` or ``pareto`` write it."""
    along = "evaluation"
    columns = {name: (along, np.arange(4.0), {"units": "1"}) for name in ("gait.amplitude", "violation", "work", "mean_speed")}
    text = {"study": kind, "model": "eel", "parameters": '["gait.amplitude"]', "subject_to": "mean_speed>=0"}
    if kind == "optimise":
        columns |= {name: (along, np.arange(4.0), {"units": "J"}) for name in ("objective", "best")}
        text |= {"objective": "work", "best_evaluation": 2}
    else:
        columns["on_front"] = (along, np.array([True, False, True, True]))
        text["goals"] = json.dumps([["work", False], ["mean_speed", True]])
    columns["status"] = (along, np.full(4, "finished"))
    return xr.Dataset(columns, {along: np.arange(4)}, text)


@pytest.mark.parametrize("kind", ["optimise", pytest.param("pareto", marks=pytest.mark.long)])
def test_any_change_of_a_search_is_an_error_or_figures(capsys, tmp_path, kind):
    rng, good = np.random.default_rng(1), search_history(kind)
    good.to_netcdf(tmp_path / "history.nc", engine="h5netcdf")
    assert plotted(capsys, tmp_path) == (0, "")
    codes = []
    for _ in range(CASES):
        what, data = mutated(good, rng)
        data.to_netcdf(tmp_path / "history.nc", engine="h5netcdf")
        try:
            codes.append(plotted(capsys, tmp_path)[0])
        except Exception as error:
            raise AssertionError(what) from error
    assert 4 < sum(code == 2 for code in codes) < CASES

"""Packages that are not there: the message says what brings them, and what does without them works."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from elver._support.errors import InputError
from elver._support.resources import EXTRAS, is_installed, needed, remedy

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WITHOUT = """
import sys
for name in ("matplotlib", "xarray", "pandas", "h5netcdf"):
    sys.modules[name] = None  # as if it were not installed
from elver.cli.main import main
raise SystemExit(main(sys.argv[1:]))
"""


def bare(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command line where only what Elver requires is installed."""
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], cwd=folder, capture_output=True, text=True)


def test_what_is_there_is_given():
    assert needed("json").loads("1") == 1
    assert is_installed("json")
    assert not is_installed("nowhere_at_all")


def test_what_is_missing_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(InputError, match=r"'xarray' is not installed, which a table needs.*pip install \"elver\[data\]\""):
        needed("xarray", "a table")
    with pytest.raises(InputError, match="pip install nowhere-at-all"):
        needed("nowhere_at_all")


def test_a_package_that_lacks_something_itself_says_so(tmp_path, monkeypatch):
    (tmp_path / "half_there.py").write_text("import not_there_either\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="not_there_either"):
        needed("half_there")


def test_environments_name_what_brings_gymnasium():
    code = "import sys; sys.modules['gymnasium'] = None\nimport elver.learn\nelver.learn.TaskEnv"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (
        "'gymnasium' is not installed, which elver.learn.TaskEnv needs. Install it: pip install \"elver[learn]\"." in ended.stderr
    )


def imported(requirement: str) -> str:
    """The name that the package of a requirement is imported by."""
    name = re.match(r"[\w-]+", requirement)[0].replace("-", "_")
    return {"cupy_cuda12x": "cupy", "pycollada": "collada"}.get(name, "nvidia" if name.startswith("nvidia_") else name)


def test_every_package_of_every_extra_has_its_remedy():
    """Of the extras for users: `full` is all of them, `docs` and `dev` are for who works on Elver."""
    brought = {extra: {imported(one) for one in own} for extra, own in PROJECT["optional-dependencies"].items()}
    offered = set().union(*(own for extra, own in brought.items() if extra not in ("docs", "dev")))
    assert set(EXTRAS) == offered
    required = {imported(one) for one in PROJECT["dependencies"]}
    for package, extra in EXTRAS.items():
        assert package in brought[extra], f"extra {extra} does not bring {package}"
        assert extra != "full", f"{package}: an extra of its own is enough"
        assert package not in required, f"{package} is required anyway"
        assert f"elver[{extra}]" in remedy(package)


@pytest.mark.parametrize("package", sorted(EXTRAS))
def test_what_an_extra_brings_is_told_where_it_is_missing(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=rf"'{package}' is not installed.*pip install \"elver\[{EXTRAS[package]}\]\""):
        needed(package)


def missing_cma():
    from elver.analysis import Search
    from elver.analysis.studies.optimisation import require_search

    require_search(Search("cma", 8, 4, 1))


def missing_distributed():
    from elver.analysis import Cluster
    from elver.analysis.studies.cluster import connect

    connect(Cluster("tcp://localhost:1"))


def missing_shtab():
    from argparse import ArgumentParser

    from elver.cli.main import completion

    completion(ArgumentParser(), {}, "bash")


def missing_zarr():
    from elver.results.storage.zarr import require_zarr

    require_zarr()


def missing_capytaine():
    from elver.forces.hulls.radiation import capytaine

    capytaine()


@pytest.mark.parametrize("use", [missing_cma, missing_distributed, missing_shtab, missing_zarr, missing_capytaine])
def test_what_uses_a_package_says_which_extra_brings_it(monkeypatch, use):
    package = use.__name__.removeprefix("missing_")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=rf"'{package}' is not installed, which .* needs.*elver\[{EXTRAS[package]}\]"):
        use()


def test_a_run_needs_neither_pictures_nor_labels(tmp_path):
    ended = bare("run", "eel", "--duration", "0.02", "--set", "body.joints=2", "--out", "out", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert 'no figures: they need matplotlib and xarray. pip install "elver[figures]"' in ended.stderr
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"run.nc", "summary.json"}


def test_a_run_whose_measures_read_labels_is_refused_before_anything_is_computed(tmp_path):
    ended = bare("run", "scull-40", "--set", "start=rest", "--duration", "0.1", "--no-figures", "--out", "out", folder=tmp_path)
    assert ended.returncode == 2
    assert "'xarray' is not installed, which the metric 'mean_surge_speed' of 'scull-40' needs." in ended.stderr
    assert not list(tmp_path.rglob("run.nc"))


def test_what_needs_labels_is_refused_before_anything_is_computed(tmp_path):
    ended = bare("sweep", "eel", "--vary", "gait.amplitude=0.02:0.1:3", folder=tmp_path)
    assert ended.returncode == 2
    assert (
        ended.stderr == "elver: 'xarray' is not installed, which `elver sweep` needs. Install it: pip install \"elver[data]\".\n"
    )
    assert not list(tmp_path.iterdir())


def test_commands_that_install_can_be_given_to_every_shell():
    """cmd knows no single quotes, and zsh reads bare brackets as a pattern."""
    root = Path(__file__).parents[2]
    files = [root / "README.md", *(root / "src").rglob("*.py"), *(root / "docs").rglob("*.md"), *(root / "docs").glob("*.yaml")]
    command = re.compile(r"pip install ([^\w\s]*)(?:elver|\.)\[([\w,{}\[\]]+)\]")
    named = []
    for file in files:
        for before, extras in command.findall(file.read_text(encoding="utf-8")):
            assert before.lstrip("\\") == '"', f"{file.relative_to(root)}: pip install {before}elver[{extras}]"
            named += [name for name in extras.split(",") if name.isidentifier()]
    assert {"figures", "sweep", "hull", "video"} <= set(named) <= set(PROJECT["optional-dependencies"])


def test_full_is_all_that_a_computer_without_a_gpu_can_use():
    extras = PROJECT["optional-dependencies"]
    apart = {"full", "gpu", "docs", "dev"}
    assert set(extras["full"]) == {package for name, own in extras.items() if name not in apart for package in own}

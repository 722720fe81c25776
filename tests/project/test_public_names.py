"""Each package offers what its ``__all__`` says and nothing is listed twice; import is fast and without side effects."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import elver

PACKAGES = [elver, *(import_module(m.name) for m in pkgutil.walk_packages(elver.__path__, "elver.") if m.ispkg)]
FRONTS = [package for package in PACKAGES if hasattr(package, "__all__")]
HEAVY = ("numba", "matplotlib", "xarray", "scipy", "llvmlite", "casadi", "pandas", "numpy")
NEEDS = {"elver.learn.sb3_env": "stable_baselines3"}  # a name -> the package that it needs and that tests do without


def named(module: ModuleType) -> str:
    return module.__name__


def described(value: object) -> bool:
    """Whether a class, function or module has a docstring of its own. Constants have none."""
    if inspect.isclass(value):
        generated = f"{value.__name__}("  # what dataclasses write where there is none
        return bool(vars(value).get("__doc__")) and not value.__doc__.startswith(generated)
    return bool(inspect.getdoc(value)) if callable(value) or inspect.ismodule(value) else True


@pytest.mark.parametrize("package", FRONTS, ids=named)
def test_every_public_name_is_there_and_has_a_docstring(package):
    assert len(set(package.__all__)) == len(package.__all__)
    assert set(package.__all__) <= set(dir(package))
    for name in package.__all__:
        if find_spec(NEEDS.get(f"{package.__name__}.{name}", "elver")) is not None:
            assert described(getattr(package, name)), f"{package.__name__}.{name} has no docstring"


@pytest.mark.parametrize("name", [n for n in elver.__all__ if not inspect.ismodule(getattr(elver, n))])
def test_every_parameter_of_the_front_is_described(name):
    """Each stands under ``Parameters`` of the docstring, by itself or beside others: with its type, its unit, what it is."""
    value = getattr(elver, name)
    if not callable(value) or name == "Run" or (inspect.isclass(value) and issubclass(value, BaseException)):
        return  # a Run is made by simulate, and says its attributes
    _, _, text = inspect.getdoc(value).partition("Parameters\n----------\n")
    rows = re.findall(r"^(\S.*?) : ", text.partition("\n\nReturns")[0], re.MULTILINE) + re.findall(
        r"^(\w[\w, ]*)$", text, re.MULTILINE
    )
    said = {one.strip(" *") for row in rows for one in row.split(",")}
    wanted = inspect.signature(value).parameters
    assert not (set(wanted) - said), f"elver.{name} does not describe {sorted(set(wanted) - said)}"


@pytest.mark.parametrize("package", FRONTS, ids=named)
def test_no_function_has_the_name_of_a_module(package):
    modules = {m.name for m in pkgutil.iter_modules(package.__path__)}
    for name in modules & set(package.__all__):
        assert inspect.ismodule(getattr(package, name)), f"{package.__name__}.{name}"


def test_every_package_that_others_may_use_is_offered():
    """By the front of elver, but those for the command line, the published machines and what is private."""
    packages = {m.name for m in pkgutil.iter_modules(elver.__path__)}
    assert packages - set(elver.__all__) == {"__main__", "_support", "_make_kernels", "cli", "systems"}


def test_unknown_name_is_an_attribute_error():
    assert not hasattr(elver, "Snake")


# --- import ---------------------------------------------------------------------------------------------------------


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_import_loads_nothing_heavy():
    loaded = python(f"import sys, elver; print([m for m in {HEAVY} if m in sys.modules])")
    assert loaded == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_loads_nothing_heavy(arguments):
    heavy = f"print([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)"
    code = f"import sys, atexit; atexit.register(lambda: {heavy}); from elver.cli.main import main; main({arguments})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout
    assert done.stderr.strip() == "[]"


def test_building_a_model_needs_no_numba_or_pictures():
    code = "import sys, elver; elver.scenario('eel').build(); print([m for m in ('numba', 'matplotlib') if m in sys.modules])"
    assert python(code) == "[]"


def test_import_writes_and_changes_nothing(tmp_path):
    look = "before = dict(os.environ); import elver; print(before == dict(os.environ), os.listdir('.'))"
    code = f"import os; os.chdir({str(tmp_path)!r}); {look}"
    assert python(code) == "True []"


def test_names_that_learn_loads_later_are_defined_where_it_says():
    """Also of modules whose packages are not installed here."""
    from elver.learn import _HOME

    for name, home in _HOME.items():
        tree = ast.parse(Path(find_spec(home).origin).read_text(encoding="utf-8"))
        assert name in {getattr(node, "name", "") for node in tree.body}, f"{home} defines no {name}"

"""Few public names, one canonical path each; import is fast and without side effects."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import elver

PUBLIC = {
    "Anguilliform",
    "Blade",
    "Body",
    "Box",
    "Claim",
    "ComputedTorque",
    "ContactSettings",
    "Contour",
    "Disc",
    "Effect",
    "Ellipsoid",
    "EllipticCylinder",
    "ElverError",
    "Flapping",
    "Gravity",
    "GroundFriction",
    "Hull",
    "Hydrostatics",
    "Input",
    "InputError",
    "Joint",
    "Lagged",
    "LineOfSight",
    "Loop",
    "LumpedWater",
    "Measure",
    "Mirror",
    "Model",
    "Morison",
    "Motion",
    "OarBlade",
    "Objective",
    "PD",
    "Page",
    "Parameter",
    "ParameterInput",
    "PeriodicSpline",
    "Playback",
    "Polygon",
    "Program",
    "QuasiSteadyWing",
    "Radiation",
    "RecordedMotion",
    "Resistance",
    "Rigidity",
    "Robot",
    "Rod",
    "Run",
    "Scenario",
    "Scene",
    "Serpenoid",
    "ServoInputs",
    "Shore",
    "SignalTable",
    "Spring",
    "Start",
    "Steered",
    "Strip",
    "TorqueInputs",
    "Wall",
    "all_scenarios",
    "animate",
    "compile_function",
    "compile_model",
    "discrete_function",
    "dynamics_function",
    "export_c",
    "export_casadi",
    "export_fmu",
    "figures",
    "find_orbit",
    "fit_model",
    "follow_orbit",
    "gradient",
    "linearise",
    "load",
    "load_fit",
    "load_hull",
    "load_run",
    "load_spline",
    "load_sweep",
    "loop_functions",
    "make_page",
    "optimise",
    "pareto",
    "scenario",
    "schema",
    "sensitivities",
    "simulate",
    "simulate_batch",
    "stepper",
    "stills",
    "soft_appendage",
    "spherical_joint",
    "sweep",
    "universal_joint",
    "with_inputs",
    "write_table",
}
HEAVY = ("numba", "matplotlib", "xarray", "scipy", "llvmlite", "casadi", "pandas", "numpy")


def test_public_names():
    assert set(elver.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(elver, name).__doc__, f"{name} has no docstring"
    assert set(dir(elver)) >= PUBLIC


def test_no_function_shadows_a_module():
    packages = [elver, *(import_module(m.name) for m in pkgutil.walk_packages(elver.__path__, "elver.") if m.ispkg)]
    for package in packages:
        modules = {m.name for m in pkgutil.iter_modules(package.__path__)}
        assert not modules & set(getattr(package, "__all__", ())), package.__name__


def test_unknown_name_is_an_attribute_error():
    assert not hasattr(elver, "Snake")


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_import_loads_nothing_heavy():
    loaded = python(f"import sys, elver; print([m for m in {HEAVY} if m in sys.modules])")
    assert loaded == "[]"


def test_building_a_model_needs_no_numba_or_pictures():
    code = "import sys, elver; elver.scenario('eel').build(); print([m for m in ('numba', 'matplotlib') if m in sys.modules])"
    assert python(code) == "[]"


def test_import_writes_and_changes_nothing(tmp_path):
    look = "before = dict(os.environ); import elver; print(before == dict(os.environ), os.listdir('.'))"
    code = f"import os; os.chdir({str(tmp_path)!r}); {look}"
    assert python(code) == "True []"


def test_packages_that_load_names_later_list_them():
    packages = [elver, *(import_module(m.name) for m in pkgutil.walk_packages(elver.__path__, "elver.") if m.ispkg)]
    late = [package for package in packages if "__getattr__" in vars(package)]
    assert {package.__name__ for package in late} >= {"elver", "elver.learn", "elver.native"}
    for package in late:
        assert set(package.__all__) <= set(dir(package)), package.__name__

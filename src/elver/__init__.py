"""Elver: machines that move because their joints do.

    import elver

    model = elver.scenario("eel").build()
    run = elver.simulate(model, duration=30)
    print(run.summary["mean_speed"])

Names are imported when first used, so that ``import elver`` is fast and has no side effects.
"""

from __future__ import annotations

from importlib import import_module

_HOME = {
    "elver.errors": ("ElverError", "InputError"),
    "elver.robot": (
        "Blade", "Body", "Box", "Contour", "Ellipsoid", "EllipticCylinder", "Joint", "Loop", "Rigidity", "Robot", "Rod", "Strip",
        "soft_appendage", "spherical_joint", "universal_joint",
    ),
    "elver.dynamics": ("loop_functions",),
    "elver.hulls": ("load_hull",),
    "elver.forces": (
        "Effect", "Gravity", "GroundFriction", "Hull", "Hydrostatics", "LumpedWater", "Morison", "Motion", "OarBlade",
        "QuasiSteadyWing", "Radiation", "Resistance", "Shore",
    ),
    "elver.contact": ("ContactSettings", "Disc", "Polygon", "Scene", "Wall"),
    "elver.drive": (
        "PD", "Anguilliform", "ComputedTorque", "Flapping", "Input", "Lagged", "LineOfSight", "ParameterInput", "PeriodicSpline",
        "Playback", "RecordedMotion", "Serpenoid", "ServoInputs", "SignalTable", "Spring", "Steered", "TorqueInputs",
        "load_spline",
    ),
    "elver.equations": ("Model", "Start", "dynamics_function", "with_inputs"),
    "elver.native": ("Program", "compile_function", "compile_model"),
    "elver.stepping": ("discrete_function",),
    "elver.results": ("Measure", "Run", "load_run", "write_table"),
    "elver.derivatives": ("Objective", "gradient", "linearise", "sensitivities"),
    "elver.simulation": ("simulate", "simulate_batch", "stepper"),
    "elver.scenarios": ("Claim", "Parameter", "Scenario", "all_scenarios", "scenario"),
    "elver.machines": ("load", "schema"),
    "elver.export": ("export_c", "export_casadi", "export_fmu"),
    "elver.orbits": ("Mirror", "find_orbit", "follow_orbit"),
    "elver.studies": ("load_sweep", "optimise", "pareto", "sweep"),
    "elver.show": ("animate", "figures", "stills"),
    "elver.fit": ("fit_model",),
    "elver.fit.files": ("load_fit",),
    "elver.page": ("Page", "make_page"),
}  # fmt: skip
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_WHERE)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("elver")
    except PackageNotFoundError:  # running from a source tree that is not installed
        return "unknown"


def __getattr__(name: str):
    if name == "__version__":
        return _version()
    if name not in _WHERE:
        raise AttributeError(f"module 'elver' has no attribute '{name}'")
    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]

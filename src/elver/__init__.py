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
    "elver.robot": ("Body", "Joint", "Loop", "Robot", "spherical_joint", "universal_joint"),
    "elver.forces": ("Effect", "Gravity", "Morison", "Motion"),
    "elver.dynamics": ("loop_functions",),
    "elver.drive": ("PD", "Anguilliform", "Playback", "Spring"),
    "elver.equations": ("Model", "Start", "dynamics_function"),
    "elver.native": ("compile_function", "compile_model"),
    "elver.results": ("Measure", "Run", "load_run"),
    "elver.derivatives": ("gradient", "sensitivities"),
    "elver.simulation": ("simulate", "simulate_batch"),
    "elver.orbits": ("find_orbit", "follow_orbit"),
    "elver.scenarios": ("scenario", "scenarios"),
    "elver.show": ("animate", "figures"),
}
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

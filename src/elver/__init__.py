"""Elver: machines that move because their joints do.

    import elver

    model = elver.scenario("eel").build()
    run = elver.simulate(model, duration=30)
    print(run.summary["mean_speed"])

The verbs and the nouns of every day stand here; laws, shapes, gaits and sensors in their packages: ``elver.forces.Morison``,
``elver.drive.Serpenoid``. Names are imported when first used, so that ``import elver`` is fast and has no side effects; the list
of them is ``__init__.pyi``.
"""

from __future__ import annotations

import lazy_loader

_named, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("elver")
    except PackageNotFoundError:  # running from a source tree that is not installed
        return "unknown"


def __getattr__(name: str):
    return _version() if name == "__version__" else _named(name)

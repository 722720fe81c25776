"""Support modules of this folder are importable from every test, whatever the import mode; order and threads of the tests."""

import getpass
import os
import sys
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("same", derandomize=True)  # a fresh clone tests the same cases every time
settings.register_profile("search", derandomize=False, print_blob=True)  # ELVER_HYPOTHESIS=search looks for new ones
settings.load_profile(os.environ.get("ELVER_HYPOTHESIS", "same"))
sys.path.insert(0, str(Path(__file__).parent))
os.environ["ELVER_BROWSER"] = "off"  # films are drawn, where a test does not ask for the scene of the page
os.environ.setdefault("ELVER_NOTEBOOK_PAGES", "0")  # tables alone, where a test does not ask for more
if "PYTEST_XDIST_WORKER" in os.environ:  # workers fill the cores; the waiting threads of a solver would take them away
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # Capytaine's table is not written whole: two workers that fill a new cache would read each other's halves
    place = Path(tempfile.gettempdir()) / f"elver-capytaine-{getpass.getuser()}-{os.environ['PYTEST_XDIST_WORKER']}"
    os.environ.setdefault("CAPYTAINE_CACHE_DIR", str(place))


def pytest_collection_modifyitems(items):
    from order import place

    items.sort(key=lambda item: place(item.path))


def pytest_report_header():
    """Loops whose shipped code is of other sources: Numba compiles them, for minutes."""
    from elver.codegen.kernels.shipped import loop_digest, shipped_list

    listed = shipped_list()
    stale = [place.split(":", 1)[1] for place, own in listed.items() if own["sources"] != loop_digest(place)]
    if stale:
        return f"shipped loops: {len(stale)} of {len(listed)} stale ({', '.join(stale)}), tests are slow; make kernels"
    return None

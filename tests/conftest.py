"""Support modules of this folder are importable from every test, whatever the import mode; order and threads of the tests."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
if "PYTEST_XDIST_WORKER" in os.environ:  # workers fill the cores; the waiting threads of a solver would take them away
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def pytest_collection_modifyitems(items):
    from order import place

    items.sort(key=lambda item: place(item.path))

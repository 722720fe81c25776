"""Makes the support modules of this folder importable from every test, whatever the import mode; the order of the files.

Workers take whole files (`make test`), so that a file's programs are made once. The order is for speed alone: first those that
compile the longest loops, each by one worker while the other compiles another; last the rooms that use all of them.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
FIRST = (
    "contact/test_bounds.py",  # builds all of contact for itself
    "contact/test_loop.py",  # Moreau's scheme, many machines
    "derivatives/test_forward.py",  # the implicit scheme and its variations
    "stepping/test_rodas.py",
    "orbits/test_find.py",
)
LAST = ("house", "cli")

sys.path.insert(0, str(HERE))
if "PYTEST_XDIST_WORKER" in os.environ:  # workers fill the cores; the waiting threads of a solver would take them away
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def place(file: Path) -> int:
    """When the tests of a file begin; files with the same number keep their order."""
    name = Path(os.path.relpath(file, HERE))
    if name.as_posix() in FIRST:
        return FIRST.index(name.as_posix())
    return len(FIRST) + (1 + LAST.index(name.parts[0]) if name.parts[0] in LAST else 0)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: place(item.path))

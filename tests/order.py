"""The order in which the files of the tests begin. It is for speed alone: no test needs another one before it.

Workers take whole files (`make test`), so that a file's programs are made once. First come the files that compile the longest
loops, each by one worker while the other compiles another; last the packages that use all of them.
"""

from __future__ import annotations

import os
from pathlib import Path

HERE = Path(__file__).parent
FIRST = (
    "contact/test_loop.py",  # Moreau's scheme, many machines
    "simulation/derivatives/test_forward.py",  # the implicit scheme and its variations
    "forces/hulls/test_recipe.py",  # the table of waves, which the other worker then copies
    "simulation/test_rodas.py",
    "analysis/orbits/test_find.py",
    "simulation/derivatives/test_contact_variations.py",  # Moreau's scheme is compiled by now; its variations are not
)
LAST = ("project", "cli")


def place(file: Path) -> int:
    """When the tests of a file begin; files with the same number keep their order."""
    name = Path(os.path.relpath(file, HERE))
    if name.as_posix() in FIRST:
        return FIRST.index(name.as_posix())
    return len(FIRST) + (1 + LAST.index(name.parts[0]) if name.parts[0] in LAST else 0)

"""The contact kernels built with bounds checking: an index beyond its array is an error there, not a damaged heap."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parent
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
CHOSEN = ("test_bounds.py", "single/test_rows.py", "test_loop.py", "single/test_passing.py")
NAMES = "beyond or shortest or grows or memory or sample_has or fails or way_past"


@pytest.mark.skipif(CHECKED, reason="this is the build with bounds checking")
@pytest.mark.long
def test_the_contact_tests_with_bounds_checking(tmp_path):
    """Every fill level, growth, solvers that fail, tails and passing, in a process and a cache of their own."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "ELVER_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", NAMES]
    done = subprocess.run(
        [*command, *(str(HERE / name) for name in CHOSEN)], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert int(re.search(r"(\d+) passed", done.stdout).group(1)) > 30


@pytest.mark.skipif(not CHECKED, reason="needs the build with bounds checking")
def test_a_write_beyond_an_array_is_an_error():
    """Else the tests above prove nothing."""
    from elver.contact.single.problem import prox_block

    with pytest.raises(IndexError):
        prox_block(5, np.zeros(1, dtype=np.int64), np.zeros((1, 3)), 1.0, 0.0, np.zeros(1), np.zeros(1, dtype=np.int64))

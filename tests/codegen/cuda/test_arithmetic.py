"""Sine and cosine of kernels, built by a C compiler."""

from __future__ import annotations

import ctypes
import subprocess

import numpy as np
import pytest
from host_device import COMPILER

from elver.codegen.cuda.source import LARGEST_TURNS, head_text

WRAP = "void both(whole n, const real *a, real *s, real *c) { for (whole k = 0; k < n; k++) sine_cosine(a[k], s + k, c + k); }"
KINDS = {"double": np.float64, "single": np.float32}


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
@pytest.mark.parametrize(("precision", "largest", "allowed"), [("double", 1e13, 3e-16), ("single", 4e5, 1.5e-7)])
def test_sine_and_cosine(tmp_path, precision, largest, allowed):
    (tmp_path / "both.c").write_text(head_text(precision, 1) + WRAP)
    built = tmp_path / "both.so"
    subprocess.run([COMPILER, "-O1", "-shared", "-fPIC", "-o", built, tmp_path / "both.c", "-lm"], check=True)
    rng, kind = np.random.default_rng(1), KINDS[precision]
    a = np.concatenate([rng.uniform(-8, 8, 4000), rng.uniform(-1, 1, 4000) * largest, np.arange(-8, 9) * np.pi / 4]).astype(kind)
    beyond = 4 * LARGEST_TURNS[precision]
    a = np.concatenate([a, np.array([beyond, -beyond, np.nan, np.inf], dtype=kind)])
    s, c = np.empty_like(a), np.empty_like(a)
    ctypes.CDLL(str(built)).both(ctypes.c_longlong(len(a)), *(ctypes.c_void_p(array.ctypes.data) for array in (a, s, c)))
    exact = a[:-4].astype(np.longdouble)
    assert np.abs(s[:-4] - np.sin(exact)).max() < allowed
    assert np.abs(c[:-4] - np.cos(exact)).max() < allowed
    assert np.isnan(s[-4:]).all()
    assert np.isnan(c[-4:]).all()

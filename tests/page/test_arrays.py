"""Numbers as text."""

from __future__ import annotations

import base64

import numpy as np

from elver.page.arrays import rounded, text_of


def test_text_is_little_endian_and_row_major():
    found = base64.b64decode(text_of(np.array([[1.0, 2.0], [3.0, 4.0]]).T, "f4"))
    assert found == np.array([1.0, 3.0, 2.0, 4.0], dtype="<f4").tobytes()
    assert base64.b64decode(text_of([1, 256], "u2")) == b"\x01\x00\x00\x01"


def test_rounding_is_to_the_nearest_and_keeps_what_is_not_finite():
    random = np.random.default_rng(1)
    values = random.normal(size=1000) * 10.0 ** random.integers(-6, 6, size=1000)
    found = rounded(values)
    assert found.dtype == np.float32
    assert (np.abs(found - values) <= 2.0**-16 * 1.001 * np.abs(values)).all()
    assert (np.abs(found - values) > 2.0**-20 * np.abs(values)).any()  # something is dropped
    assert not (found.view(np.uint32) & 0xFF).any()
    special = rounded([0.0, -0.0, np.inf, -np.inf, np.nan, 3.4028235e38])
    assert special[:2].tolist() == [0.0, 0.0]
    assert np.isinf(special[[2, 3]]).all()
    assert np.isnan(special[4])

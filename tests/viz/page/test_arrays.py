"""Numbers as text."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from elver.viz.page.geometry import packed_curves, text_of, unpacked_curves


def test_text_is_little_endian_and_row_major():
    found = base64.b64decode(text_of(np.array([[1.0, 2.0], [3.0, 4.0]]).T, "f4"))
    assert found == np.array([1.0, 3.0, 2.0, 4.0], dtype="<f4").tobytes()
    assert base64.b64decode(text_of([1, 256], "u2")) == b"\x01\x00\x00\x01"


@pytest.mark.parametrize("shape", [(50, 3, 2), (50,), (1, 4), (2, 0), (2, 1)])
def test_curves_unpack_to_within_a_step(shape):
    random = np.random.default_rng(1)
    values = random.normal(size=shape) * 10.0 ** random.integers(-6, 6, size=shape[1:])
    found = unpacked_curves(packed_curves(values), shape)
    assert found.shape == shape
    span = np.ptp(values, axis=0)
    assert (np.abs(found - values) <= 0.51 * span / 32767 + 2e-7 * np.abs(values).max(axis=0, initial=0.0)).all()


def test_rest_and_jumps():
    values = np.array([[1.5, 0.0], [1.5, 1.0], [1.5, 0.0], [1.5, 1.0]])
    assert unpacked_curves(packed_curves(values), values.shape) == pytest.approx(values, abs=1e-8)
    broken = np.array([[np.nan], [np.inf], [2.0]])
    assert unpacked_curves(packed_curves(broken), broken.shape) == pytest.approx(
        np.array([[np.nan], [np.nan], [2.0]]), abs=1e-7, nan_ok=True
    )
    gap = np.array([[1.0], [np.nan], [3.0], [2.0]])  # nothing is drawn or written where nothing is known
    assert unpacked_curves(packed_curves(gap), gap.shape) == pytest.approx(gap, abs=1e-4, nan_ok=True)


def test_a_third_byte_keeps_small_motions_of_a_long_way():
    way = np.linspace(0.0, 300.0, 1800)[:, None] + 1e-3 * np.sin(np.arange(1800.0))[:, None]
    rough, fine = (np.abs(unpacked_curves(packed_curves(way, width), way.shape) - way).max() for width in (2, 3))
    assert rough > 4e-3
    assert fine < 5e-5


def test_smooth_curves_become_small():
    t = np.linspace(0, 30, 900)[:, None]
    values = np.sin(2 * np.pi * t + np.arange(20))
    packed = gzip.compress(base64.b64decode(packed_curves(values)["data"]), 9)
    assert len(packed) < 0.35 * 4 * values.size


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_the_page_unpacks_the_same_numbers(tmp_path, width):
    values = np.cumsum(np.random.default_rng(2).normal(size=(40, 3, 2)), axis=0)
    values[5, 1, 1] = np.nan
    field = {"shape": list(values.shape), **packed_curves(values, width)}
    module = Path(__file__).parents[3] / "web" / "src" / "viewer" / "packed.js"
    begin = f"import {{ unpacked }} from {json.dumps(module.as_uri())};"
    script = f"{begin} console.log(JSON.stringify([...unpacked({json.dumps(field)})]));"
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    found = np.array(json.loads(done.stdout), dtype=float).reshape(values.shape)
    assert found == pytest.approx(unpacked_curves(field, values.shape), abs=1e-6 * np.nanmax(np.abs(values)), nan_ok=True)

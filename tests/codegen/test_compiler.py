"""Compiled functions: call interface, cache on disk, repeatability."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver._support.errors import InputError
from elver.codegen import cache, compile_function


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", str(tmp_path))
    return tmp_path


def pair(shift: float = 0.0) -> ca.Function:
    x, y = ca.SX.sym("x", 2), ca.SX.sym("y")
    return ca.Function("pair", [x, y], [x * y + shift, ca.densify(x @ x.T)], ["x", "y"], ["scaled", "outer"])


def test_values_shapes_and_names(folder):
    native = compile_function(pair())
    scaled, outer = native([2.0, 3.0], 4.0)
    assert scaled.tolist() == [8.0, 12.0]
    assert outer.tolist() == [[4.0, 6.0], [6.0, 9.0]]
    assert native.names_out == ("scaled", "outer")


def test_wrong_arguments_are_named(folder):
    native = compile_function(pair())
    with pytest.raises(InputError, match="takes 2 inputs"):
        native([1.0, 2.0])
    with pytest.raises(InputError, match="'x' has 3 numbers, expected 2"):
        native([1.0, 2.0, 3.0], 1.0)


def test_cache_is_used_by_content(folder):
    assert not compile_function(pair()).from_cache
    assert compile_function(pair()).from_cache
    assert not compile_function(pair(shift=1.0)).from_cache
    assert len(list(folder.glob("*.o"))) == 2


def test_damaged_cache_costs_time_only(folder):
    compile_function(pair())
    (entry,) = folder.glob("*.o")
    for damage in (b"", b"garbage", entry.read_bytes()[:-7]):
        entry.write_bytes(damage)
        native = compile_function(pair())
        assert not native.from_cache
        assert native([2.0, 3.0], 1.0)[0].tolist() == [2.0, 3.0]


def test_swapped_objects_are_compiled_again(folder):
    for shift in (0.0, 1.0):
        compile_function(pair(shift))
    one, other = folder.glob("*.o")
    swapped = other.read_bytes(), one.read_bytes()
    one.write_bytes(swapped[0])
    other.write_bytes(swapped[1])
    for shift in (0.0, 1.0):
        native = compile_function(pair(shift))
        assert not native.from_cache
        assert native([2.0, 3.0], 1.0)[0].tolist() == [2.0 + shift, 3.0 + shift]


def test_an_edited_emitter_finds_no_old_object(folder, monkeypatch):
    compile_function(pair())
    monkeypatch.setattr(cache, "emitter_stamp", lambda: "edited")
    assert not compile_function(pair()).from_cache


def test_unwritable_cache_costs_time_only(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ELVER_CACHE", str(tmp_path / "file"))
    assert compile_function(pair())([1.0, 1.0], 2.0)[0].tolist() == [2.0, 2.0]


def test_cache_can_be_switched_off(tmp_path, monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not compile_function(pair()).from_cache
    assert not compile_function(pair()).from_cache
    assert list(tmp_path.iterdir()) == []


def test_repeats_are_bitwise_equal(folder):
    x = ca.SX.sym("x", 8)
    f = ca.Function("f", [x], [ca.cumsum(ca.sin(x) * ca.exp(x) / (1 + x * x))])
    first, second = compile_function(f), compile_function(f)
    values = np.linspace(-1, 2, 8)
    assert second.from_cache
    assert first(values).tobytes() == second(values).tobytes()


def test_quick_code_computes_the_same_numbers():
    x = ca.SX.sym("x", 3)
    graph = ca.Function("f", [x], [ca.vertcat(ca.sin(x[0]) * x[1], ca.atan2(x[1], x[2]), ca.if_else(x[0] > 0, x[2], -x[1]))])
    quick, usual = compile_function(graph, quick=True), compile_function(graph)
    given = np.array([0.4, -1.3, 2.2])
    assert np.allclose(quick(given), usual(given), rtol=1e-15, atol=0)
    assert quick.address != usual.address

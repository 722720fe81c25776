"""Shipped loops: made from the sources as they are, the same numbers as Numba's, and Numba's where they cannot be used."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numba import njit

from elver._make_kernels.native import bitcode, result_kinds
from elver._support.choices import ADAPTIVE
from elver.codegen.kernels import evaluate, shipped
from elver.codegen.kernels.shipped import Caller, ShippedLoop, loop_digest, numba_loop, read_list, write_list
from elver.codegen.kernels.table import KERNELS, all_kernels
from elver.simulation.batches.machines import VECTORS
from elver.simulation.schemes.arrays import ROWS

SIGNALS, ROTATIONS = KERNELS.evaluate_signals.place, KERNELS.quaternions_of.place


def signals(width: int = 2):
    """Time, break points, coefficients and room for two signals of two pieces."""
    rng = np.random.default_rng(3)
    return 1.3, np.array([0.0, 1.0, 2.0]), rng.standard_normal((2, width, 4)), np.zeros(3 * width)


def fresh(kernel: ShippedLoop) -> ShippedLoop:
    """The same kernel, whose code has not been looked for yet."""
    return ShippedLoop(*kernel.place.split(":"))


def test_every_name_of_the_table_is_a_kernel():
    for kernel in all_kernels():
        assert hasattr(numba_loop(kernel.place), "py_func"), kernel.place
    assert len({kernel.place for kernel in all_kernels()}) == len(all_kernels())


def test_lists_are_read_as_they_were_written(tmp_path):
    """A list of another form names no loops: they are compiled, or made again."""
    file = tmp_path / "list.json"
    assert read_list(file) == {}
    write_list(file, {"some": {"sources": "abc"}})
    assert read_list(file) == {"some": {"sources": "abc"}}
    file.write_text('{"sources": "abc"}')
    assert read_list(file) == {}


def test_every_loop_is_made_from_the_sources_as_they_are():
    for place, own in shipped.shipped_list().items():
        now = loop_digest(place)
        assert own["sources"] == now, f"the sources of {place} have changed since it was made: run make kernels"


def test_every_method_has_its_loop():
    places = shipped.shipped_list()
    assert set(KERNELS.advance) == set(ROWS)
    assert set(KERNELS.advance_groups) == set(VECTORS)
    assert len(places[KERNELS.advance_adaptive.place]["kinds"]) == len(ADAPTIVE)
    with_numba = {KERNELS.evaluate_rows.place}  # of controlled runs
    with_numba |= {KERNELS.advance_contact[width].place for width in (2, 4)}  # batches on processors with shorter vectors
    assert set(places) == {kernel.place for kernel in all_kernels()} - with_numba
    # 81 kB are those of the maximal formulation, 91 and 96 of contact of one machine and of eight
    files = [about["file"] for own in places.values() for about in own["kinds"].values()]
    assert sorted(files) == sorted(path.name for path in shipped.FOLDER.glob("*.bc.z"))
    assert sum((shipped.FOLDER / file).stat().st_size for file in files) < 715_000


def test_a_shipped_loop_gives_the_numbers_of_numbas():
    t, breaks, coefficients, found = signals()
    loop, expected = fresh(KERNELS.evaluate_signals), np.zeros(6)
    assert loop(t, breaks, coefficients, found) is None
    evaluate.evaluate_signals(t, breaks, coefficients, expected)
    assert np.array_equal(found, expected)
    assert np.abs(expected).min() > 0
    turned = np.linalg.qr(np.random.default_rng(1).standard_normal((7, 3, 3)))[0].reshape(7, 9)
    first, second = np.zeros((7, 4)), np.zeros((7, 4))
    KERNELS.quaternions_of(turned, first)
    evaluate.quaternions_of(turned, second)
    assert np.array_equal(first, second)
    assert not any(m.place in (SIGNALS, ROTATIONS) for m in shipped.missed)


def test_kinds_that_were_not_foreseen_go_to_numba():
    t, breaks, coefficients, found = signals()
    every_second = np.zeros(12)[::2]
    fresh(KERNELS.evaluate_signals)(t, breaks, coefficients, every_second)
    evaluate.evaluate_signals(t, breaks, coefficients, found)
    assert np.array_equal(every_second, found)
    place, kinds, _ = shipped.missed[-1]
    assert (place, kinds) == (SIGNALS, "f <f8C1 <f8C3 <f8A1")


def test_a_source_that_was_changed_leaves_the_loop_to_numba(monkeypatch):
    given = json.loads(json.dumps(shipped.shipped_list()))
    assert shipped.usable_loops.__wrapped__(SIGNALS)
    given[SIGNALS]["sources"] = "of another day"
    monkeypatch.setattr(shipped, "shipped_list", lambda: given)
    assert shipped.usable_loops.__wrapped__(SIGNALS) == {}
    assert shipped.usable_loops.__wrapped__("elver.nowhere:nothing") == {}


@pytest.mark.parametrize("name", shipped.NUMBAS_OWN)
def test_numbas_own_settings_are_heard(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert shipped.usable_loops.__wrapped__(SIGNALS) == {}


def test_code_that_llvm_cannot_read_leaves_the_loop_to_numba(monkeypatch, tmp_path):
    own = shipped.usable_loops(SIGNALS)
    for about in own.values():
        (tmp_path / about["file"]).write_bytes(b"no code")
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    t, breaks, coefficients, found = signals()
    fresh(KERNELS.evaluate_signals)(t, breaks, coefficients, found)
    assert np.abs(found).min() > 0


def test_a_caller_lays_out_what_was_replaced():
    caller, expected = Caller(KERNELS.evaluate_signals), np.zeros(6)
    t, breaks, coefficients, found = signals()
    for now, numbers in ((t, coefficients), (0.4, coefficients), (0.4, 2.0 * coefficients), (1.9, coefficients[:, :1].copy())):
        out = found[: 3 * numbers.shape[1]]
        caller(now, breaks, numbers, out)
        evaluate.evaluate_signals(now, breaks, numbers, expected)
        assert np.array_equal(out, expected[: len(out)])


@pytest.fixture(scope="module")
def wide():
    """A loop as it is shipped, of an array of so many numbers: it returns one over the last."""

    @njit(nogil=True)
    def last(size):
        numbers = np.empty(size)
        for k in range(size):
            numbers[k] = k
        return 1 / numbers[size - 1]

    address, keep = shipped.linked(zlib.compress(bitcode_of(last, "f")))
    entry = shipped.machine_entry("elver.wide:last", address, "f", keep)
    return lambda size: entry((size,), struct.pack("q", size))


def bitcode_of(function, result):
    function.compile("float64(int64)")
    (overload,) = function.overloads.values()
    assert result_kinds(overload.fndesc.restype) == result
    return bitcode(overload)


def test_what_a_loop_raises_is_told(wide):
    assert wide(2) == 1.0
    with pytest.raises(MemoryError, match=r"elver\.wide:last\) found no room"):
        wide(2**56)
    with pytest.raises(ArithmeticError, match=r"elver\.wide:last\) stopped"):
        wide(1)
    assert wide(2) == 1.0


def test_every_thread_is_told_of_its_own_failure_alone(wide):
    """One thread finds no room, one divides by zero, one goes well, at the same time."""
    told = {2**56: MemoryError, 1: ArithmeticError, 2: None}

    def outcome(size):
        try:
            wide(size)
        except (MemoryError, ArithmeticError) as error:
            return type(error)

    sizes = list(told) * 500
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(outcome, sizes, chunksize=10)) == [told[size] for size in sizes]


def test_a_run_does_not_import_numba():
    script = """
import sys
import elver
from elver.scenarios import all_scenarios
models = [s.build({}) for s in all_scenarios()]
for touches in (False, True):
    model = min((m for m in models if (m.scene is not None) == touches and not m.needs), key=lambda m: len(m.robot.joints))
    run = elver.simulate(model, 1e-4, solver=elver.Solver(dt=1e-5), progress=False)
    assert run.status == "finished", run.status_detail
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout == "False\n", done.stderr

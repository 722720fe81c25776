"""How the arguments of a loop are handed to a kernel."""

from typing import NamedTuple

import numpy as np

from elver.codegen.cuda.ptx import Own, Scratch, Shared, Written, kernel_ir, leaves_of, places, total


class Pair(NamedTuple):
    table: np.ndarray
    number: float


class Kept(NamedTuple):
    x: np.ndarray
    count: np.ndarray


ARGUMENTS = {"pair": Pair(np.zeros((2, 3)), 0.5), "kept": Kept(np.zeros(4), np.zeros(1, np.int64)), "first": 0}
MANNERS = {"pair.table": Shared(), "kept.x": Own(back=True), "kept.count": Own(), "first": Written("%first")}


def test_leaves_have_the_numbers_of_numba_and_names_of_their_own():
    leaves = leaves_of(ARGUMENTS, lambda name, value: MANNERS.get(name))
    assert {number: leaf.name for number, leaf in leaves.items()} == {
        "pair.0": "pair.table", "pair.1": "pair.number", "kept.0": "kept.x", "kept.1": "kept.count", "first": "first",
    }  # fmt: skip
    assert leaves["pair.1"].manner == Written("0x3FE0000000000000")
    assert places(leaves, Own) == {"kept.0": 0, "kept.1": 4}
    assert total(leaves, Own) == 5
    assert total(leaves, Shared) == 6
    assert total(leaves, Scratch) == 0


def test_sizes_are_written_into_the_call():
    leaves = leaves_of(ARGUMENTS, lambda name, value: MANNERS.get(name))
    parts = [("ptr", "0"), ("ptr", "1"), ("i64", "2"), ("i64", "3"), ("ptr", "4"), ("i64", "5.0"), ("i64", "5.1"), ("i64", "6.0")]
    arguments = [(kind, f"pair.0.{part}") for kind, part in parts] + [("double", "pair.1"), ("i64", "first")]
    text = kernel_ir("loop", arguments, leaves)
    call = "ptr null, ptr null, i64 6, i64 8, ptr %pair.0, i64 2, i64 3, i64 24, double 0x3FE0000000000000, i64 %first)"
    assert call in text
    assert text.count("call void @copy_in(") == 2
    assert text.count("call void @copy_out(") == 1

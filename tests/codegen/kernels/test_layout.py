"""Arguments as Numba lays them out: kinds that tell all types apart, and slots in order."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from elver.codegen.kernels.abi import laid_out, result_format, unpacked


class Pair(NamedTuple):
    """A tuple with a name."""

    number: float
    whole: int


def test_plain_arguments():
    assert laid_out(2.5) == ("f", struct.pack("d", 2.5))
    assert laid_out(np.float64(2.5)) == ("f", struct.pack("d", 2.5))
    assert laid_out(-3) == ("i", struct.pack("q", -3))
    assert laid_out(True) == ("b", struct.pack("q", 1))
    assert laid_out(None) == ("n", struct.pack("q", 0))
    assert laid_out(np.int32(1))[0] == "?int32"


def test_tuples_are_taken_apart():
    kinds, slots = laid_out(((), Pair(1.5, 2), (None, 3)))
    assert kinds == "tuple( tuple( ) Pair( f i ) tuple( n i ) )"
    assert struct.unpack("dqqq", slots) == (1.5, 2, 0, 3)


def test_arrays():
    array = np.arange(12.0).reshape(3, 4)
    kinds, slots = laid_out(array)
    assert kinds == "<f8C2"
    assert struct.unpack("9q", slots) == (0, 0, 12, 8, array.ctypes.data, 3, 4, 32, 8)
    assert laid_out(array.T)[0] == "<f8F2"
    assert laid_out(array[:, ::2])[0] == "<f8A2"
    assert laid_out(array.astype(np.int64)[0])[0] == "<i8C1"
    array.flags.writeable = False
    assert laid_out(array)[0] == "<f8C2-"


def test_results():
    assert unpacked("n", b"") is None
    assert unpacked("i", struct.pack("q", -7)) == -7
    assert unpacked("(fi)", struct.pack("dq", 0.5, 4)) == (0.5, 4)
    assert result_format("(fin)") == "dq"

"""Numbers and arrays of a block as compiled code sees them. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from elver.compiled import compiled


def pointers_to(kind: types.Type):
    """What turns an address into a pointer to numbers of one kind."""

    @intrinsic
    def pointer_at(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.int64), generate

    return pointer_at


doubles_at, wholes_at = pointers_to(types.float64), pointers_to(types.int64)


@compiled
def slots_at(address, count):
    """The slots of the block at an address."""
    return carray(doubles_at(address), (count,))


@compiled
def whole(block, slot):
    """A whole number."""
    return np.int64(block[slot])


@compiled
def vector(block, slot):
    """An array of one dimension."""
    return carray(doubles_at(np.int64(block[slot])), (np.int64(block[slot + 1]),))


@compiled
def whole_vector(block, slot):
    """An array of whole numbers of 64 bits."""
    return carray(wholes_at(np.int64(block[slot])), (np.int64(block[slot + 1]),))


@compiled
def matrix(block, slot):
    """An array of two dimensions."""
    return carray(doubles_at(np.int64(block[slot])), (np.int64(block[slot + 1]), np.int64(block[slot + 2])))


@compiled
def cube(block, slot):
    """An array of three dimensions."""
    sizes = np.int64(block[slot + 1]), np.int64(block[slot + 2]), np.int64(block[slot + 3])
    return carray(doubles_at(np.int64(block[slot])), sizes)


@compiled
def flat(array):
    """All numbers of an array, row by row."""
    return carray(doubles_at(array.ctypes.data), (array.size,))

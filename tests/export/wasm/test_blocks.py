"""The block of a kernel: every part in its slots, and nothing forgotten."""

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.export.wasm.layout import FIXED, HEAP, MOREAU, Layout, Placed

SMALL = Layout({"heap": 1, "table": 2, "h": 0})


def test_slots_follow_each_other_without_gaps():
    for layout in (FIXED, MOREAU, SMALL):
        places = list(layout.places.values())
        assert places[0] == 0
        assert np.diff([*places, layout.size]).tolist() == [1 + dims for dims in layout.parts.values()]
        assert next(iter(layout.parts.items())) == next(iter(HEAP.items()))  # where the entry of a kernel looks for it
    assert SMALL.at.h == SMALL.places["h"] == 5
    assert SMALL.address(64, "h") == 64 + 8 * 5


def test_a_block_holds_what_it_was_given():
    slots = SMALL.filled({"h": 0.5, "heap": Placed(4096, (100,)), "table": Placed(8192, (3, 2))})
    assert slots.tolist() == [4096, 100, 8192, 3, 2, 0.5]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"h": 0.5, "heap": Placed(0, (1,))}, "a block of heap, table, h was given h, heap"),
        ({"h": 0.5, "heap": Placed(0, (1,)), "table": Placed(0, (4,))}, "'table' of a block has 2 dimensions; given 1"),
        ({"h": 0.5, "heap": 3.0, "table": Placed(0, (4, 1))}, "'heap' of a block has 1 dimensions; given 0"),
    ],
)
def test_what_does_not_fit_is_refused(values, message):
    with pytest.raises(InputError, match=message):
        SMALL.filled(values)

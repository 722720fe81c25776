"""Numbers of WebAssembly files: what is written is read again."""

import pytest

from elver.codegen.wasm.objects import PADDED, Reader, padded, signed, unsigned

NUMBERS = [0, 1, 63, 64, 127, 128, 300, 2**31 - 1]


@pytest.mark.parametrize("number", [*NUMBERS, 2**32 - 1])
def test_numbers_are_read_as_written(number):
    assert Reader(unsigned(number)).number() == number
    assert len(padded(number)) == PADDED
    assert Reader(padded(number)).number() == number


@pytest.mark.parametrize("number", [*NUMBERS, -1, -64, -65, -(2**31)])
def test_signed_numbers_are_read_as_written(number):
    assert Reader(signed(number)).signed() == number
    assert number < 0 or Reader(padded(number)).signed() == number


def test_the_known_example_of_the_specification():
    assert unsigned(624485) == b"\xe5\x8e\x26"
    assert signed(-123456) == b"\xc0\xbb\x78"

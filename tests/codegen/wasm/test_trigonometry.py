"""Sine and cosine of WebAssembly against numbers of more digits."""

import math

import casadi as ca
import numpy as np
import pytest
from node_runner import in_node, needs_node, packed, unpacked

from elver.codegen.wasm.emit import BITS, HALF_PI, LARGEST, parts_of_half_pi
from elver.codegen.wasm.functions import function_object
from elver.codegen.wasm.linker import STACK, link

SCRIPT = """
const { exports } = (await WebAssembly.instantiate(bytes(given.code), {})).instance;
const memory = new Float64Array(exports.memory.buffer), x = unpack(given.x), found = [];
const at = given.at, place = at / 8;
for (const value of x) {
  memory[place] = value;
  exports.turn(at, at + 8, at + 16, at + 24);
  found.push(memory[place + 1], memory[place + 2]);
}
answer(pack(found));
"""
RICH = np.finfo(np.longdouble).nmant >= 63
rng = np.random.default_rng(15)


def turned(angles) -> np.ndarray:
    """Sine and cosine of every angle, computed in Node."""
    x = ca.SX.sym("x")
    code = link([function_object(ca.Function("turn", [x], [ca.sin(x), ca.cos(x)]), "turn")[0]], {"turn": "turn"}, used=STACK + 64)
    return unpacked(in_node(SCRIPT, code=packed(code), x=packed(angles), at=STACK)).reshape(-1, 2)


@needs_node
@pytest.mark.skipif(not RICH, reason="no numbers with more than 53 bits here")
@pytest.mark.parametrize(
    "angles",
    [
        rng.uniform(-10, 10, 50_000),
        rng.uniform(-LARGEST, LARGEST, 50_000),
        np.arange(1, 10_000) * (math.pi / 2),  # next to the zeros
        10.0 ** rng.uniform(-300, 0, 5_000),
    ],
    ids=["turns", "large", "zeros", "small"],
)
def test_errors_stay_below_two_units_of_the_last_digit(angles):
    """Where the result itself is tiny the error is 2^-90 at most, and that of the reference angle, which has 64 bits of pi."""
    found = turned(angles)
    for k, exact in enumerate((np.sin, np.cos)):
        value = exact(angles.astype(np.longdouble))
        error = np.abs(found[:, k] - value)
        assert (error <= 2 * np.spacing(np.abs(found[:, k])) + 2.0**-60 * (np.abs(value) < 1e-10)).all()


@needs_node
def test_beyond_the_range_there_is_no_number():
    given = np.array([LARGEST, -LARGEST, 1.1 * LARGEST, -1.1 * LARGEST, np.inf, np.nan, -0.0])
    found = turned(given)
    assert np.isfinite(found[:2]).all()
    assert np.isnan(found[2:6]).all()
    assert found[6].tolist() == [0, 1]


def test_parts_of_a_quarter_turn():
    """Products of the first two with a whole number up to 2^23 are exact, and all three make pi/2."""
    first, second, third = parts_of_half_pi()
    for part in (first, second):
        assert (math.frexp(part)[0] * 2**BITS).is_integer()
    assert first + second + third == HALF_PI[0]
    assert abs(math.fsum([first, second, third, *(-part for part in HALF_PI)])) < 2.0**-110

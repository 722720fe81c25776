"""Library functions in Node against Python's own."""

import math

import casadi as ca
import numpy as np
import pytest
from node_runner import WEB, in_node, needs_node, packed, unpacked

from elver.codegen.instructions import TABLE
from elver.codegen.wasm.emit import IMPORTS, OWN, library_object
from elver.codegen.wasm.functions import function_object
from elver.codegen.wasm.linker import STACK, link

SCRIPT = """
const { library } = await import(given.library);
const { exports } = (await WebAssembly.instantiate(bytes(given.code), { library })).instance;
const memory = new Float64Array(exports.memory.buffer), place = given.at / 8, found = [];
for (const [a, b] of given.pairs) {
  memory.set([a, b], place);
  exports.f(given.at, given.at + 16, given.at + 24);
  found.push(memory[place + 2]);
}
answer(pack(found));
"""
SYMBOLS = {op.symbol: code for code, op in TABLE.items() if op.kind == "library" and code != ca.OP_POW}
PAIRS = [
    (0.3, 0.7),
    (-0.3, 2.5),
    (0.9, -1.4),
    (2.5, 0.3),
    (7.3, 2.0),
    (-7.0, 2.0),
    (7.0, -2.0),
    (5.0, 2.0),
    (1e6, 3.0),
    (3.1, 1e-3),
]
TWO = ("atan2", "pow", "hypot", "fmod", "remainder")
OWN_REFERENCES = {"fmod": math.fmod, "remainder": math.remainder}


def by_module(symbol: str, pairs) -> np.ndarray:
    """The function of one or two numbers in Node."""
    v = ca.SX.sym("v", 2)
    op = SYMBOLS[symbol]
    value = ca.SX.binary(op, v[0], v[1]) if symbol in TWO else ca.SX.unary(op, v[0])
    code = link([function_object(ca.Function("f", [v], [value]), "f")[0], library_object()], {"f": "f"}, IMPORTS, used=STACK + 64)
    return unpacked(in_node(SCRIPT, code=packed(code), library=str(WEB / "library.js"), pairs=pairs, at=STACK))


@needs_node
@pytest.mark.parametrize("symbol", sorted(SYMBOLS))
def test_functions_agree_with_those_of_this_computer(symbol):
    reference = getattr(math, symbol)
    found = by_module(symbol, PAIRS)
    arity = 2 if symbol in TWO else 1
    compared = 0
    for pair, value in zip(PAIRS, found, strict=True):
        try:
            exact = reference(*pair[:arity])
        except (ValueError, OverflowError):
            continue
        compared += 1
        assert value == pytest.approx(exact, rel=4e-15 if math.isfinite(exact) else None, abs=0), pair
    assert compared >= 2


@needs_node
@pytest.mark.parametrize("symbol", ["fmod", "remainder"])
def test_remainders_are_exact(symbol):
    rng = np.random.default_rng(3)
    pairs = [tuple(p) for p in (rng.standard_normal((200, 2)) * 10.0 ** rng.uniform(-8, 8, (200, 2))).tolist()]
    pairs += [(a, b) for a in (0.5, 1.5, 2.5, -0.5, -2.5, 3.0) for b in (1.0, -1.0, 2.0)]
    pairs += [(5e-324, 1e-323), (1.5e-323, 1e-323), (1e308, 1.7e308), (1.7e308, 1.1e308)]
    assert np.array_equal(by_module(symbol, pairs), [OWN_REFERENCES[symbol](*p) for p in pairs])


@needs_node
def test_error_function_over_its_range():
    xs = np.concatenate([np.linspace(-7, 7, 401), 10.0 ** np.linspace(-20, -1, 20)])
    found = by_module("erf", [(x, 0.0) for x in xs])
    assert np.allclose(found, [math.erf(x) for x in xs], rtol=3e-15, atol=0)


def test_every_library_function_has_a_home():
    assert set(IMPORTS) | set(OWN) == set(SYMBOLS)

"""The linker: what it makes is valid and computes what its parts say, and what it does not know it refuses by name."""

import math

import pytest
from node_runner import in_node, needs_node, packed

from elver._support.errors import InputError
from elver.codegen.wasm import emit
from elver.codegen.wasm.emit import wasm_object
from elver.codegen.wasm.linker import PAGE, STACK, link

CALLER = """
declare double @exp(double)
declare void @fill(ptr)
@numbers = internal constant [3 x double] [double 1.0, double 20.0, double 300.0]
@place = internal constant ptr getelementptr (i8, ptr @numbers, i32 8)
define weak double @shared(double %x) {
  %y = fadd double %x, 1.0
  ret double %y
}
define double @run(ptr %out, i32 %place) {
  %room = alloca [4 x double]
  call void @fill(ptr %room)
  %half = load double, ptr %room
  %e = call double @exp(double %half)
  %s = call double @shared(double %e)
  %at = load ptr, ptr @place
  %twenty = load double, ptr %at
  %sum = fadd double %s, %twenty
  %by = inttoptr i32 %place to ptr
  call void %by(ptr %out)
  call void @later(ptr @own)
  ret double %sum
}
define void @later(ptr %f) noinline {
  %room = alloca double
  call void %f(ptr %room)
  ret void
}
define void @own(ptr %x) { ret void }
define double @never(double %x) {
  %y = call double @unknown(double %x)
  ret double %y
}
declare double @unknown(double)
"""
CALLEE = """
define double @shared(double %x) {
  %y = fadd double %x, 1000.0
  ret double %y
}
define void @fill(ptr %x) {
  store double 0.5, ptr %x
  ret void
}
define void @mark(ptr %x) {
  store double 7.5, ptr %x
  ret void
}
"""
SCRIPT = """
const { exports } = (await WebAssembly.instantiate(bytes(given.code), { Math })).instance;
const out = 16 * 65536 - 8;
answer([exports.run(out, 1), new Float64Array(exports.memory.buffer)[out / 8], new Uint8Array(exports.memory.buffer)[given.at],
  Object.keys(exports)]);
"""


def objects():
    return [wasm_object(CALLER, 0), wasm_object(CALLEE, 0)]


@needs_node
def test_two_objects_become_one_module_that_computes_what_they_say():
    """Calls across objects, strong before weak, an import, addresses in code and data, the stack, calls through the table."""
    code = link(objects(), {"run": "run"}, {"exp": ("Math", "exp")}, ["mark"], [(STACK, b"abc")], 15 * PAGE + 1)
    value, marked, letter, exports = in_node(SCRIPT, code=packed(code), at=STACK + 1)
    assert value == pytest.approx(math.exp(0.5) + 1000 + 20, rel=1e-15)  # the strong definition of ``shared``
    assert (marked, letter, exports) == (7.5, ord("b"), ["memory", "run"])


def test_what_cannot_be_reached_is_left_out():
    """``never`` calls a function that nobody gives, and is not in the way."""
    whole = link(objects(), {"run": "run"}, {"exp": ("Math", "exp")})
    small = link(objects(), {"mark": "mark"})
    assert len(small) < len(whole) / 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exports": {"run": "walk"}}, "no WebAssembly object defines the function 'walk'"),
        ({"imports": {}}, "needs the function 'exp', which no object defines"),
        ({"exports": {"never": "never"}}, "needs the function 'unknown'"),
        ({"objects": [wasm_object(CALLEE, 0)] * 2}, "two WebAssembly objects define 'shared'"),
        ({"objects": [b"\x7fELF"]}, "no WebAssembly object"),
        ({"objects": [wasm_object(CALLEE, 0)[:-40]]}, "in the middle of a part"),
        ({"used": 1 << 30}, "would need 1024 MiB of memory"),
        ({"objects": [wasm_object("define void @run(ptr %x) {\n ret void\n}", 0), wasm_object(CALLER.replace("@run", "@go"), 0)],
          "exports": {"go": "go"}}, "needs the function 'fill'"),
        ({"objects": [wasm_object(CALLER, 0), wasm_object(CALLEE.replace("@fill(ptr %x)", "@fill(ptr %x, i32 %n)"), 0)]},
         "'fill' is called with other arguments"),
        ({"objects": [wasm_object("@x = external global i32\ndefine i32 @run() {\n %v = load i32, ptr @x\n ret i32 %v\n}", 0)]},
         "needs the data 'x'"),
        ({"objects": [wasm_object("@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
                                  "{ i32 1, ptr @run, ptr null }]\ndefine void @run() {\n ret void\n}", 0)]},
         "functions to run at the start"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_by_name(change, message):
    given = {"objects": objects(), "exports": {"run": "run"}, "imports": {"exp": ("Math", "exp")}} | change
    with pytest.raises(InputError, match=message):
        link(given.pop("objects"), **given)


@needs_node
def test_a_stack_that_overflows_stops_the_module():
    deep = "define i32 @deep(i32 %n) noinline {\n %r = alloca [4096 x i32]\n %a = getelementptr i32, ptr %r, i32 %n\n"
    deep += " store volatile i32 %n, ptr %a\n %m = add i32 %n, 1\n %v = call i32 @deep(i32 %m)\n %w = load volatile i32, ptr %a\n"
    deep += " %s = add i32 %v, %w\n ret i32 %s\n}"
    code = link([wasm_object(deep, 0)], {"deep": "deep"})
    script = """const { exports } = (await WebAssembly.instantiate(bytes(given.code), {})).instance;
    try { exports.deep(0); answer("went on"); } catch (error) { answer(error.message); }"""
    assert "out of bounds" in in_node(script, code=packed(code))


def test_modules_are_found_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", str(tmp_path / "cache"))
    first = wasm_object(CALLEE, 2)
    assert [p.suffix for p in (tmp_path / "cache").iterdir()] == [".wasm"]
    monkeypatch.setattr("elver.codegen.wasm.emit.to_object", lambda *_: pytest.fail("compiled again"))
    assert wasm_object(CALLEE, 2) == first


def test_an_llvmlite_without_webassembly_is_told(monkeypatch):
    monkeypatch.setattr(emit, "TRIPLE", "nonsense-unknown-unknown")
    emit.wasm_target.cache_clear()
    with pytest.raises(InputError, match=r"llvmlite .* was built without WebAssembly"):
        wasm_object(CALLEE + "; not in the cache\n")
    emit.wasm_target.cache_clear()

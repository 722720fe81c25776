"""Numba's IR made ready for other targets."""

import ctypes

import pytest

from elver._support.errors import InputError
from elver.codegen.kernels.abi import HEADER, counting, foreign_target, link, replaced, target, without, without_target

TEXT = """target triple = "x86_64"
declare double @sqrt(double)
define i32 @loop(double %x) {
  %a = call double @sqrt(double %x)
  %b = call double @atan2(double %x, double %a)
  ret i32 0
}
define i32 @cfunc.loop(double %x) {
  ret i32 1
}
declare double @atan2(double, double)
"""


def test_what_belongs_to_this_computer_is_taken_out():
    text = without_target(TEXT, "loop")
    assert "target" not in text
    assert "cfunc" not in text
    assert "@llvm.sqrt.f64(" in text
    assert "define i32 @loop" in text
    assert "define i32 @loop" not in without(text, "loop")


def test_functions_are_replaced_where_they_are_called():
    text = replaced(TEXT, "atan2", "own", "define double @own(double %a, double %b) {\n}\n")
    assert "@atan2" not in text
    assert text.endswith("}\n")
    assert text.count("@own(") == 2
    assert replaced(TEXT, "tan", "own", "never") == TEXT


RELEASED = """
@released = global i64 0
define void @NRT_MemInfo_call_dtor(ptr %array) {
  store i64 1, ptr @released
  ret void
}
define i64 @turns(ptr %array, i64 %more, i64 %less) {
entry:
  br label %up
up:
  %i = phi i64 [0, %entry], [%i1, %taken]
  %go = icmp slt i64 %i, %more
  br i1 %go, label %taken, label %down
taken:
  call void @NRT_incref(ptr %array)
  %i1 = add i64 %i, 1
  br label %up
down:
  %j = phi i64 [0, %up], [%j1, %dropped]
  %on = icmp slt i64 %j, %less
  br i1 %on, label %dropped, label %end
dropped:
  call void @NRT_decref(ptr %array)
  %j1 = add i64 %j, 1
  br label %down
end:
  %done = load i64, ptr @released
  ret i64 %done
}
"""


def test_an_array_is_given_back_with_its_last_reference():
    import llvmlite.binding as llvm

    machine, _ = target()
    code = machine.emit_object(llvm.parse_assembly(HEADER + RELEASED + counting("noinline")))
    address, keep = link(code, "turns")
    turns = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(address)
    array = (ctypes.c_int64 * 5)(1)
    assert turns(None, 1, 1) == 0
    assert turns(array, 2, 2) == 0
    assert array[0] == 1
    assert turns(array, 1, 2) == 1
    assert array[0] == 0
    assert keep


def test_a_target_that_is_missing_is_told():
    assert foreign_target("wasm32-unknown-unknown", "WebAssembly").name == "wasm32"
    with pytest.raises(InputError, match=r"llvmlite .* was built without pipes, which organs need\. Install"):
        foreign_target("nonsense-unknown-unknown", "pipes, which organs need")

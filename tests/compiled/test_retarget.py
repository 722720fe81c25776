"""Numba's IR made ready for other targets."""

from elver.compiled.retarget import replaced, without, without_target

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

"""Texts of the C files: names, tables, strings."""

from __future__ import annotations

import re

import pytest
from exported import four_bar, held_arm, recorded_arm

from elver.export.c import array, comment, header_text, quoted, source_text
from elver.export.description import describe


def test_the_header_names_every_number_once():
    export = describe(held_arm().freed("control.kp"), 1.0)
    text = header_text(export)
    for kind, rows in (("X", export.states), ("P", export.parameters), ("Y", export.outputs)):
        names = re.findall(rf"^    HELD_ARM_{kind}_(\w+),", text, re.M)
        assert names == [n.identifier for n in rows]
    assert "#define HELD_ARM_QUATERNION 3 " in text
    assert "HELD_ARM_SIGNALS /* how many */" in text
    assert "#define HELD_ARM_STEP 0.001 " in text


def test_tables_of_signals_are_exact():
    export = describe(recorded_arm(), 1.0)
    text = source_text(export)
    breaks, coefficients = export.program.signal_tables()
    found = re.search(r"static const double coefficients\[\] = \{(.*?)\};", text, re.S)[1]
    numbers = [float(v.strip().strip("()")) for v in found.split(",")]
    assert numbers == coefficients.ravel().tolist()
    assert f"PIECES = {len(breaks) - 1}, CURVES = 2, POWERS = 6" in text
    assert export.outputs[0].identifier in text


def test_only_a_model_with_loops_has_newtons_method():
    assert "CLOSING_STEPS" in source_text(describe(four_bar(), 1.0))
    assert "CLOSING_STEPS" not in source_text(describe(held_arm(), 1.0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [('a "b"', '"a \\"b\\""'), ("back\\slash", '"back\\\\slash"'), ("line\nend", '"line?end"'), ("??/", '"?\\?/"')],
)
def test_strings_of_c(text, expected):
    assert quoted(text) == expected


def test_a_comment_cannot_be_left():
    assert "*/" not in comment("gain */ int evil; /*")
    assert "\n" not in comment("two\nlines")


def test_tables_are_never_empty():
    assert array("const double a", [], "0.0") == "const double a[] = {\n    0.0\n};"

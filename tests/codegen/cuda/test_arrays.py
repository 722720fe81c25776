"""Arrays of a loop in a thread's own memory."""

import re

from elver.codegen.cuda.ptx import bound, with_arrays

TEXT = """declare noalias nonnull ptr @NRT_MemInfo_alloc_aligned(i64, i32)
declare void @NRT_decref(ptr)

define void @advance(i64 %rows) {
entry:
  %wide = add i64 %rows, 16
  %size = mul nsw i64 %wide, 104
  %first = tail call noalias ptr @NRT_MemInfo_alloc_aligned(i64 noundef %size, i32 32)
  %second = call ptr @NRT_MemInfo_alloc_aligned(i64 range(i64 0, 99) 1352, i32 32), !noalias !3
  tail call void @NRT_decref(ptr nonnull %first) #2
  ret void
}
"""


def test_every_line_that_asks_for_an_array_has_a_place_of_its_largest_size():
    text, size = with_arrays(TEXT, 20)
    assert size == 36 * 104 + 1352
    assert re.search(r"%array.1 = alloca \[3744 x i8\]", text)
    assert "%array.2 = alloca [1352 x i8]" in text
    assert "NRT_" not in text
    assert "@array_at(ptr %header.1, ptr %array.1, i64 %size, i64 3744)" in text


def test_sizes_are_bounded_by_what_they_are_computed_from():
    assert bound(TEXT, "8", 20) == 8
    assert bound(TEXT, "%rows", 20) == 20
    assert bound(TEXT, "%wide", 20) == 36
    assert bound("  %a = shl nuw i64 %n, 3\n", "%a", 5) == 40

"""Arrays of a compiled loop in a thread's own memory, once everything is one function.

Numba asks for an array with a header {references, -, -, data, -} and counts who holds it. Here every line that asks has its place
for good, as large as it can become, and nobody counts: right because no loop holds two arrays of one line at once. Sizes that are
not known are sums and products of numbers of rows, which ``most`` bounds; a thread that asks for more stops the whole launch with
an error.
"""

from __future__ import annotations

import re

ASKED = re.compile(
    r"= (?:tail )?call (?:[\w()]+ )*ptr @NRT_MemInfo_alloc_aligned"
    r"\(i64 (?:noundef )?(?:range\([^)]*\) )?(%\"[^\"]*\"|[^,]+), [^)]*\)"
)
COUNTED = re.compile(r"^ *(?:tail )?call void @NRT_(?:inc|dec)ref\(.*\n", re.MULTILINE)
COMPUTED = r"^ *{name} = (shl|mul|add)((?: \w+)*) i64 (\S+), (\S+)$"
RUNTIME = """
%header = type { i64, ptr, ptr, ptr, i64 }
declare void @llvm.trap()

define internal ptr @array_at(ptr %array, ptr %data, i64 %bytes, i64 %most) alwaysinline {
  %fits = icmp ule i64 %bytes, %most
  br i1 %fits, label %good, label %full
full:
  call void @llvm.trap()
  unreachable
good:
  %place = getelementptr %header, ptr %array, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %array
}
"""


def with_arrays(text: str, most: int) -> tuple[str, int]:
    """IR of the function ``advance`` with its arrays in its own memory, and how many bytes these take. most: rows at once."""
    begin = re.search(r"^define [^\n]*@advance\([^\n]*\n(?:[\w.\"]+:[^\n]*\n)?", text, re.MULTILINE)
    assert begin is not None
    body, sizes = COUNTED.sub("", text[begin.end() :]), list[int]()

    def place(found: re.Match) -> str:
        sizes.append(max(bound(body, found.group(1), most), 8))
        k = len(sizes)
        return f"= call ptr @array_at(ptr %header.{k}, ptr %array.{k}, i64 {found.group(1)}, i64 {sizes[-1]})"

    body, rooms = ASKED.sub(place, body), ""
    for k, size in enumerate(sizes, 1):
        rooms += (
            f"  %header.{k} = alloca {{ i64, ptr, ptr, ptr, i64 }}, align 16\n  %array.{k} = alloca [{size} x i8], align 16\n"
        )
    placed = text[: begin.end()] + rooms + body + RUNTIME
    return re.sub(r"^declare [^\n]*@NRT_[^\n]*\n", "", placed, flags=re.MULTILINE), sum(sizes)


def bound(text: str, name: str, most: int) -> int:
    """The largest value of a size: a number, or what is computed from numbers of rows."""
    if name.isdigit():
        return int(name)
    found = re.search(COMPUTED.format(name=re.escape(name)), text, re.MULTILINE)
    if found is None:
        return most
    first, second = (bound(text, part, most) for part in found.group(3, 4))
    return {"shl": first << second, "mul": first * second, "add": first + second}[found.group(1)]

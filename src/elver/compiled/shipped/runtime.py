"""What shipped loops need of Numba's runtime, as LLVM IR: arrays from the C library's memory, their other shapes, and the way in.

An array carries Numba's header {references, -, -, data, -}. References are counted without locks: no loop hands one to another
thread. Arrays of one dimension without gaps take other shapes; a loop that asks for another one's stops. ``entry`` reads the
arguments from slots of eight bytes each, and writes the result to others. Calls keep nothing and share nothing: a loop that
found no room for an array leaves the address of ``@no_room`` as the reason of its own call.
"""

from __future__ import annotations

from collections.abc import Sequence

from elver.compiled.retarget import HEADER, counting

SYMBOL = "elver_loop"
NO_ROOM = 99  # what the way in returns where an array found no room in memory
RUNTIME = f"""
{HEADER}
declare noalias ptr @malloc(i64)
declare void @free(ptr)
@no_room = constant i8 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) noinline {{
  %wide = zext i32 %align to i64
  %behind = add i64 %wide, 40
  %needed = add i64 %bytes, %behind
  %array = call ptr @malloc(i64 %needed)
  %none = icmp eq ptr %array, null
  br i1 %none, label %full, label %good
full:
  ret ptr null
good:
  %begin = ptrtoint ptr %array to i64
  %far = add i64 %begin, %behind
  %mask = sub i64 0, %wide
  %place = and i64 %far, %mask
  %data = inttoptr i64 %place to ptr
  store i64 1, ptr %array
  %slot = getelementptr %header, ptr %array, i32 0, i32 3
  store ptr %data, ptr %slot
  ret ptr %array
}}

define void @NRT_MemInfo_call_dtor(ptr %array) noinline {{
  call void @free(ptr %array)
  ret void
}}

define i32 @numba_attempt_nocopy_reshape(
  i64 %count, ptr %shape, ptr %strides, i64 %dimensions, ptr %new, ptr %found, i64 %bytes, i32 %order
) {{
entry:
  %flat = icmp eq i64 %count, 1
  %stride = load i64, ptr %strides
  %dense = icmp eq i64 %stride, %bytes
  %can = and i1 %flat, %dense
  br i1 %can, label %look, label %refuse
refuse:
  ret i32 0
look:
  %left = phi i64 [ %dimensions, %entry ], [ %k, %write ]
  %step = phi i64 [ %bytes, %entry ], [ %next, %write ]
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %write, label %done
write:
  %k = sub i64 %left, 1
  %place = getelementptr i64, ptr %found, i64 %k
  store i64 %step, ptr %place
  %at = getelementptr i64, ptr %new, i64 %k
  %size = load i64, ptr %at
  %next = mul i64 %step, %size
  br label %look
done:
  ret i32 1
}}
{counting("noinline")}"""


def entry(function: str, types: Sequence[str]) -> str:
    """``i32 elver_loop(slots, result)`` around a compiled function of Numba with arguments of these LLVM types."""
    lines = []
    for k, kind in enumerate(types):
        lines += [f"  %at{k} = getelementptr i64, ptr %slots, i64 {k}", f"  %a{k} = load {kind}, ptr %at{k}"]
    given = "".join(f", {kind} %a{k}" for k, kind in enumerate(types))
    loads = "\n".join(lines)
    return f"""
declare i32 @{function}({", ".join(["ptr", "ptr", *types])})

define i32 @{SYMBOL}(ptr %slots, ptr %result) {{
  %reason = alloca ptr
  store ptr null, ptr %reason
{loads}
  %status = call i32 @{function}(ptr %result, ptr %reason{given})
  %why = load ptr, ptr %reason
  %full = icmp eq ptr %why, @no_room
  %told = select i1 %full, i32 {NO_ROOM}, i32 %status
  ret i32 %told
}}
"""

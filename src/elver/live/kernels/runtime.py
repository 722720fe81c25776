"""What compiled loops need of Numba's runtime, as LLVM IR: arrays on a heap that every call of a kernel begins anew.

An array carries Numba's header {references, -, the array before it, data, -}. Arrays are laid one behind the other; one that
nobody holds any more gives its room back as soon as all behind it have done so: that suits loops and the functions they call.
Where the heap is full there is no array, and the kernel says so by its status.
"""

from __future__ import annotations

from elver.compiled.retarget import HEADER, counting
from elver.statuses import FAILED, TOO_MANY

RUNTIME = f"""
{HEADER}
@heap_top = global i32 0
@heap_end = global i32 0
@heap_last = global ptr null
@heap_full = global i32 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) {{
  %top = load i32, ptr @heap_top
  %end = load i32, ptr @heap_end
  %behind = add i32 %top, 32
  %less = sub i32 %align, 1
  %far = add i32 %behind, %less
  %mask = sub i32 0, %align
  %data = and i32 %far, %mask
  %wide = zext i32 %data to i64
  %beyond = add i64 %wide, %bytes
  %more = add i64 %beyond, 7
  %next = and i64 %more, -8
  %limit = zext i32 %end to i64
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %good, label %full
full:
  store i32 1, ptr @heap_full
  ret ptr null
good:
  %array = inttoptr i32 %top to ptr
  %before = load ptr, ptr @heap_last
  store i64 1, ptr %array
  %link = getelementptr %header, ptr %array, i32 0, i32 2
  store ptr %before, ptr %link
  %place = getelementptr %header, ptr %array, i32 0, i32 3
  %pointer = inttoptr i32 %data to ptr
  store ptr %pointer, ptr %place
  store ptr %array, ptr @heap_last
  %narrow = trunc i64 %next to i32
  store i32 %narrow, ptr @heap_top
  ret ptr %array
}}

define void @NRT_MemInfo_call_dtor(ptr %given) {{
  br label %look
look:
  %array = load ptr, ptr @heap_last
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %ask
ask:
  %held = load i64, ptr %array
  %free = icmp eq i64 %held, 0
  br i1 %free, label %drop, label %done
drop:
  %link = getelementptr %header, ptr %array, i32 0, i32 2
  %before = load ptr, ptr %link
  store ptr %before, ptr @heap_last
  %top = ptrtoint ptr %array to i32
  store i32 %top, ptr @heap_top
  br label %look
done:
  ret void
}}
{counting()}"""


def entry(name: str, function: str) -> str:
    """The function ``name(block, number) -> status`` that a module exports, around a compiled ``function`` of Numba.

    The heap's address and size stand first in the block. What Numba would raise is the status of a full heap, or FAILED.
    """
    return f"""
declare i32 @{function}(ptr, ptr, i64, i64)

define i32 @{name}(i32 %block, i32 %number) {{
  %result = alloca i64
  %reason = alloca ptr
  store i64 0, ptr %result
  store ptr null, ptr %reason
  %slots = inttoptr i32 %block to ptr
  %first = load double, ptr %slots
  %next = getelementptr double, ptr %slots, i32 1
  %size = load double, ptr %next
  %begin = fptoui double %first to i32
  %bytes = fptoui double %size to i32
  %end = add i32 %begin, %bytes
  store i32 %begin, ptr @heap_top
  store i32 %end, ptr @heap_end
  store ptr null, ptr @heap_last
  store i32 0, ptr @heap_full
  %address = zext i32 %block to i64
  %count = sext i32 %number to i64
  %raised = call i32 @{function}(ptr %result, ptr %reason, i64 %address, i64 %count)
  %good = icmp eq i32 %raised, 0
  br i1 %good, label %returned, label %lost
returned:
  %status = load i64, ptr %result
  %short = trunc i64 %status to i32
  ret i32 %short
lost:
  %full = load i32, ptr @heap_full
  %was = icmp eq i32 %full, 1
  %why = select i1 %was, i32 {TOO_MANY}, i32 {FAILED}
  ret i32 %why
}}
"""

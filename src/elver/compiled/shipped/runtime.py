"""What shipped loops need of Numba's runtime, as LLVM IR: arrays from the C library's memory, and the way in.

An array carries Numba's header {references, -, -, data, -}. References are counted without locks: no loop hands one to another
thread. ``entry`` reads the arguments from slots of eight bytes each, and writes the result to others. Calls keep nothing
and share nothing: a loop that found no room for an array leaves the address of ``@no_room`` as the reason of its own call.
"""

from __future__ import annotations

from collections.abc import Sequence

SYMBOL = "elver_loop"
NO_ROOM = 99  # what the way in returns where an array found no room in memory
RUNTIME = """
%header = type { i64, ptr, ptr, ptr, i64 }
declare noalias ptr @malloc(i64)
declare void @free(ptr)
@no_room = constant i8 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) noinline {
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
}

define void @NRT_MemInfo_call_dtor(ptr %array) noinline {
  call void @free(ptr %array)
  ret void
}

define void @NRT_incref(ptr %array) noinline {
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %count
count:
  %held = load i64, ptr %array
  %more = add i64 %held, 1
  store i64 %more, ptr %array
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %array) noinline {
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %count
count:
  %held = load i64, ptr %array
  %less = sub i64 %held, 1
  store i64 %less, ptr %array
  %free = icmp eq i64 %less, 0
  br i1 %free, label %give, label %done
give:
  call void @NRT_MemInfo_call_dtor(ptr %array)
  br label %done
done:
  ret void
}
"""


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

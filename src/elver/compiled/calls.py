"""Calls of native functions by address from compiled loops. Importing this module imports Numba."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def call_pointers(typing, address, pointers):
    """Call ``void f(double*, ..)`` at ``address`` with a tuple of addresses."""

    def generate(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        function_type = ir.FunctionType(ir.VoidType(), [pointer] * pointers.count)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        builder.call(function, [builder.inttoptr(builder.extract_value(args[1], k), pointer) for k in range(pointers.count)])
        return context.get_dummy_value()

    return types.void(types.intp, pointers), generate

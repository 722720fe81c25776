"""Calls of compiled graphs from compiled loops."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def call_pointers(typing, address, pointers):
    """Call ``void f(double*, ..)`` at ``address`` with a tuple of addresses."""
    signature = types.void(types.intp, pointers)

    def generate(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        count = len(signature.args[1])
        function_type = ir.FunctionType(ir.VoidType(), [pointer] * count)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        values = [builder.inttoptr(builder.extract_value(args[1], k), pointer) for k in range(count)]
        builder.call(function, values)
        return context.get_dummy_value()

    return signature, generate

"""Numbers of several machines side by side: vectors of the processor as values of compiled loops. Importing this imports Numba.

A ``Lanes`` holds one double per machine, a ``Mask`` one truth. They live in registers; arrays of doubles hold them row by row,
the machines of a row next to each other. Arithmetic works lane by lane and a plain number stands for the same one in every lane,
so that no machine's result depends on its neighbours. Comparisons with a NaN are false, except ``!=``.
A ``Block`` is the place of an array in memory and nothing else: handing it on costs nothing, where arrays are counted at every
call. The array must outlive it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.width import host_width

WIDTH = host_width()
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)
_TRUTHS = ir.VectorType(ir.IntType(1), WIDTH)
_FLAGS = ("contract", "nsz")  # of LLVM: a product and a sum may become one instruction
inner = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # for kernels that are handed lanes or return them


class _LanesType(types.Type):
    """The type of a row of doubles."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes{WIDTH}")


class _MaskType(types.Type):
    """The type of a row of truths."""

    def __init__(self) -> None:
        super().__init__(name=f"Mask{WIDTH}")


_LANES, _MASK = _LanesType(), _MaskType()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    """A vector of doubles."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, _DOUBLES)


@register_model(_MaskType)
class _MaskModel(models.PrimitiveModel):
    """A vector of bits."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, _TRUTHS)


def _spread_value(builder: Any, value: Any) -> Any:
    """A double in all lanes."""
    empty, number = ir.Constant(_DOUBLES, ir.Undefined), ir.IntType(32)
    one = builder.insert_element(empty, value, ir.Constant(number, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(number, WIDTH), [0] * WIDTH))


def _as_lanes(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A row as it is; a plain number in all lanes."""
    return value if kind == _LANES else _spread_value(builder, context.cast(builder, value, kind, types.float64))


def _rule(operation: Callable, kinds: tuple, result: Any, emit: Callable) -> None:
    """Teach compiled loops an operation: ``emit(builder, *values)`` on arguments of these kinds, rows of doubles or numbers."""

    @infer_global(operation)
    class Rule(AbstractTemplate):
        """When the operation is meant."""

        def generic(self, args: Any, kws: Any) -> Any:
            fits = len(args) == len(kinds) and any(isinstance(a, (_LanesType, _MaskType)) for a in args)
            numbers = (types.Float, types.Integer)
            fits = fits and all(a == k or (k == _LANES and isinstance(a, numbers)) for a, k in zip(args, kinds, strict=True))
            return signature(result, *args) if fits else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pairs = zip(sig.args, args, kinds, strict=True)
        return emit(builder, *(_as_lanes(context, builder, kind, v) if k == _LANES else v for kind, v, k in pairs))

    options = [(_LanesType, types.Number) if k == _LANES else (_MaskType,) for k in kinds]
    chosen: list[tuple] = [()]
    for some in options:
        chosen = [(*one, kind) for one in chosen for kind in some]
    for one in chosen:
        if types.Number not in one or _LanesType in one or _MaskType in one:
            lower_builtin(operation, *one)(lower)


def _call_llvm(builder: Any, name: str, a: Any) -> Any:
    """One of LLVM's own functions of a row."""
    name, module = f"llvm.{name}.v{WIDTH}f64", builder.module
    function = module.globals.get(name) or ir.Function(module, ir.FunctionType(_DOUBLES, [_DOUBLES]), name)
    return builder.call(function, [a])


def _ordered(sign: str) -> Callable:
    """A comparison that is false for NaN; except ``!=``."""
    kind = "fcmp_unordered" if sign == "!=" else "fcmp_ordered"
    return lambda builder, a, b: getattr(builder, kind)(sign, a, b)


def _teach() -> None:
    """All that is done with rows."""
    for operation, name in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"), (operator.truediv, "fdiv")):
        _rule(operation, (_LANES, _LANES), _LANES, lambda builder, a, b, name=name: getattr(builder, name)(a, b, flags=_FLAGS))
    signs = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==", operator.ne: "!="}
    for operation, sign in signs.items():
        _rule(operation, (_LANES, _LANES), _MASK, _ordered(sign))
    _rule(operator.and_, (_MASK, _MASK), _MASK, lambda builder, a, b: builder.and_(a, b))
    _rule(operator.or_, (_MASK, _MASK), _MASK, lambda builder, a, b: builder.or_(a, b))
    _rule(operator.invert, (_MASK,), _MASK, lambda builder, a: builder.not_(a))
    _rule(operator.neg, (_LANES,), _LANES, lambda builder, a: builder.fneg(a))
    _rule(abs, (_LANES,), _LANES, lambda builder, a: _call_llvm(builder, "fabs", a))


_teach()


class _BlockType(types.Type):
    """The type of the place of an array of such numbers."""

    def __init__(self, dtype: Any):
        self.dtype = dtype
        super().__init__(name=f"Block({dtype})")


@register_model(_BlockType)
class _BlockModel(models.PrimitiveModel):
    """A pointer."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, manager.lookup(kind.dtype).get_data_type().as_pointer())


def _place_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Where the numbers of an array or block begin."""
    return value if isinstance(kind, _BlockType) else context.make_array(kind)(context, builder, value).data


@intrinsic
def block(typing, array):
    """The place of an array in memory."""

    def generate(context, builder, sig, args):
        return _place_of(context, builder, sig.args[0], args[0])

    return _BlockType(array.dtype)(array), generate


@intrinsic
def beyond(typing, place, rows):
    """The block that begins so many rows further on."""

    def generate(context, builder, sig, args):
        return builder.gep(args[0], [builder.mul(args[1], ir.Constant(args[1].type, WIDTH))])

    return place(place, types.intp), generate


@intrinsic
def address(typing, place):
    """Where a block begins, as a number."""

    def generate(context, builder, sig, args):
        return builder.ptrtoint(args[0], context.get_value_type(types.intp))

    return types.intp(place), generate


@intrinsic
def at(typing, place, k):
    """Number k of a block."""

    def generate(context, builder, sig, args):
        return builder.load(builder.gep(args[0], [args[1]]))

    return place.dtype(place, types.intp), generate


@intrinsic
def set_at(typing, place, k, value):
    """Write number k of a block."""

    def generate(context, builder, sig, args):
        number = context.cast(builder, args[2], sig.args[2], sig.args[0].dtype)
        builder.store(number, builder.gep(args[0], [args[1]]))
        return context.get_dummy_value()

    return types.void(place, types.intp, value), generate


@intrinsic
def take(typing, array, row):
    """Row ``row`` of a block or an array of doubles in the order of memory, counted through all dimensions but the last."""

    def generate(context, builder, sig, args):
        return builder.load(_row_pointer(context, builder, sig.args[0], args[0], args[1]), align=8)

    return _LANES(array, types.intp), generate


@intrinsic
def put(typing, array, row, value):
    """Write a row (see ``take``)."""

    def generate(context, builder, sig, args):
        value = _as_lanes(context, builder, sig.args[2], args[2])
        builder.store(value, _row_pointer(context, builder, sig.args[0], args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), generate


def _row_pointer(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    """Where a row begins."""
    place = builder.mul(row, ir.Constant(row.type, WIDTH))
    return builder.bitcast(builder.gep(_place_of(context, builder, kind, array), [place]), _DOUBLES.as_pointer())


@intrinsic
def spread(typing, number):
    """A number in all lanes."""

    def generate(context, builder, sig, args):
        return _as_lanes(context, builder, sig.args[0], args[0])

    return _LANES(number), generate


@intrinsic
def select(typing, condition, a, b):
    """a where the condition holds, else b."""

    def generate(context, builder, sig, args):
        a, b = (_as_lanes(context, builder, sig.args[k], args[k]) for k in (1, 2))
        return builder.select(args[0], a, b)

    return _LANES(_MASK, a, b), generate


@intrinsic
def root(typing, a):
    """Square roots."""

    def generate(context, builder, sig, args):
        return _call_llvm(builder, "sqrt", args[0])

    return _LANES(_LANES), generate


@intrinsic
def any_lane(typing, condition):
    """Whether the condition holds anywhere."""

    def generate(context, builder, sig, args):
        bits = ir.IntType(WIDTH)
        return builder.icmp_unsigned("!=", builder.bitcast(args[0], bits), ir.Constant(bits, 0))

    return types.boolean(_MASK), generate


@inner(inline="always")
def larger(a, b):
    """The larger one of each lane; b where one of them is no number."""
    return select(a > b, a, b)


@inner(inline="always")
def smaller(a, b):
    """The smaller one of each lane; b where one of them is no number."""
    return select(a < b, a, b)


@inner(inline="always")
def marked(marks):
    """The mask that a row of marks is: 1 for true, 0 for false."""
    return take(marks, 0) > 0.0


@inner(inline="always")
def mark(marks, condition):
    """Write a mask as a row of marks."""
    put(marks, 0, select(condition, 1.0, 0.0))


@inner
def keep(array, row, value, chosen):
    """Write the chosen lanes of a row."""
    put(array, row, select(chosen, value, take(array, row)))

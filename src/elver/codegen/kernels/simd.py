"""Numbers of several machines side by side: vectors of the processor as values of compiled loops. Importing this imports Numba.

A ``Lanes`` holds one double per machine, a ``Mask`` one truth. They live in registers; arrays of doubles hold them row by row,
the machines of a row next to each other. Arithmetic works lane by lane and a plain number stands for the same one in every lane,
so that no machine's result depends on its neighbours. Comparisons with a NaN are false, except ``!=``.
A ``Block`` is the place of an array in memory and nothing else: handing it on costs nothing, where arrays are counted at every
call. The array must outlive it.

How many machines there are is part of the types: a loop is written once and compiled for every width that it is called with. One
machine alone is a plain double.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from elver.codegen.kernels.jit import compiled

WIDTHS = (1, 2, 4, 8)  # machines side by side, see ``host_width``
_FLAGS = ("contract", "nsz")  # of LLVM: a product and a sum may become one instruction
inner = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # for kernels that are handed lanes or return them


class _LanesType(types.Type):
    """The type of a row of doubles."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Lanes{width}")


class _MaskType(types.Type):
    """The type of a row of truths."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Mask{width}")


def _row_of(number: Any, width: int) -> Any:
    """LLVM's type of a row of such numbers."""
    return number if width == 1 else ir.VectorType(number, width)


def _doubles(width: int) -> Any:
    """LLVM's type of a row of doubles."""
    return _row_of(ir.DoubleType(), width)


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    """A vector of doubles."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, _doubles(kind.width))


@register_model(_MaskType)
class _MaskModel(models.PrimitiveModel):
    """A vector of bits."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, _row_of(ir.IntType(1), kind.width))


def _spread_value(builder: Any, value: Any, width: int) -> Any:
    """A double in all lanes."""
    if width == 1:
        return value
    empty, number = ir.Constant(_doubles(width), ir.Undefined), ir.IntType(32)
    one = builder.insert_element(empty, value, ir.Constant(number, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(number, width), [0] * width))


def _as_lanes(context: Any, builder: Any, width: int, kind: Any, value: Any) -> Any:
    """A row as it is; a plain number in all lanes."""
    if isinstance(kind, _LanesType):
        return value
    return _spread_value(builder, context.cast(builder, value, kind, types.float64), width)


def _rule(operation: Callable, kinds: tuple, result: Any, emit: Callable) -> None:
    """Teach compiled loops an operation: ``emit(builder, *values)`` on arguments of these kinds, rows of doubles or numbers."""

    @infer_global(operation)
    class Rule(AbstractTemplate):
        """When the operation is meant."""

        def generic(self, args: Any, kws: Any) -> Any:
            widths = {a.width for a in args if isinstance(a, (_LanesType, _MaskType))}
            numbers = (types.Float, types.Integer)
            fits = len(args) == len(kinds) and len(widths) == 1
            fits = fits and all(
                isinstance(a, k) or (k is _LanesType and isinstance(a, numbers)) for a, k in zip(args, kinds, strict=True)
            )
            return signature(result(widths.pop()), *args) if fits else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pairs, width = zip(sig.args, args, kinds, strict=True), sig.return_type.width
        return emit(builder, *(_as_lanes(context, builder, width, kind, v) if k is _LanesType else v for kind, v, k in pairs))

    options = [(_LanesType, types.Number) if k is _LanesType else (_MaskType,) for k in kinds]
    chosen: list[tuple] = [()]
    for some in options:
        chosen = [(*one, kind) for one in chosen for kind in some]
    for one in chosen:
        if types.Number not in one or _LanesType in one or _MaskType in one:
            lower_builtin(operation, *one)(lower)


def _call_llvm(builder: Any, name: str, a: Any) -> Any:
    """One of LLVM's own functions of a row."""
    width = a.type.count if isinstance(a.type, ir.VectorType) else 1
    name, module = f"llvm.{name}.{f'v{width}' * (width > 1)}f64", builder.module
    function = module.globals.get(name) or ir.Function(module, ir.FunctionType(a.type, [a.type]), name)
    return builder.call(function, [a])


def _ordered(sign: str) -> Callable:
    """A comparison that is false for NaN; except ``!=``."""
    kind = "fcmp_unordered" if sign == "!=" else "fcmp_ordered"
    return lambda builder, a, b: getattr(builder, kind)(sign, a, b)


def _teach() -> None:
    """All that is done with rows."""
    for operation, name in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"), (operator.truediv, "fdiv")):
        emit = lambda builder, a, b, name=name: getattr(builder, name)(a, b, flags=_FLAGS)  # noqa: E731
        _rule(operation, (_LanesType, _LanesType), _LanesType, emit)
    signs = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==", operator.ne: "!="}
    for operation, sign in signs.items():
        _rule(operation, (_LanesType, _LanesType), _MaskType, _ordered(sign))
    _rule(operator.and_, (_MaskType, _MaskType), _MaskType, lambda builder, a, b: builder.and_(a, b))
    _rule(operator.or_, (_MaskType, _MaskType), _MaskType, lambda builder, a, b: builder.or_(a, b))
    _rule(operator.invert, (_MaskType,), _MaskType, lambda builder, a: builder.not_(a))
    _rule(operator.neg, (_LanesType,), _LanesType, lambda builder, a: builder.fneg(a))
    _rule(abs, (_LanesType,), _LanesType, lambda builder, a: _call_llvm(builder, "fabs", a))


_teach()


class _BlockType(types.Type):
    """The type of the place of an array of such numbers, which holds so many machines side by side."""

    def __init__(self, dtype: Any, width: int):
        self.dtype, self.width = dtype, width
        super().__init__(name=f"Block{width}({dtype})")


@register_model(_BlockType)
class _BlockModel(models.PrimitiveModel):
    """A pointer."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, manager.lookup(kind.dtype).get_data_type().as_pointer())


_Wide = (_BlockType, _LanesType, _MaskType)


@intrinsic(prefer_literal=True)
def block(typing, array, width):
    """The place of an array in memory. width: of the machines side by side, a constant; or anything that has it, as a block."""
    if isinstance(width, types.IntegerLiteral):
        wide = width.literal_value
    elif isinstance(width, _Wide):
        wide = width.width
    else:
        raise TypingError(f"block needs a width that is a constant, not {width}")

    def generate(context, builder, sig, args):
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return _BlockType(array.dtype, wide)(array, width), generate


@intrinsic
def width_of(typing, like):
    """How many machines lie side by side in a block or a row: a constant of the compiled code."""

    def generate(context, builder, sig, args):
        return ir.Constant(context.get_value_type(types.intp), sig.args[0].width)

    return types.intp(like), generate


@intrinsic
def beyond(typing, place, rows):
    """The block that begins so many rows further on."""

    def generate(context, builder, sig, args):
        return builder.gep(args[0], [builder.mul(args[1], ir.Constant(args[1].type, sig.args[0].width))])

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
def cell(typing, place, row, lane):
    """The number of one machine in a row of a block."""

    def generate(context, builder, sig, args):
        return builder.load(_cell_pointer(builder, sig.args[0], *args[:3]))

    return place.dtype(place, types.intp, types.intp), generate


@intrinsic
def set_cell(typing, place, row, lane, value):
    """Write the number of one machine in a row of a block."""

    def generate(context, builder, sig, args):
        number = context.cast(builder, args[3], sig.args[3], sig.args[0].dtype)
        builder.store(number, _cell_pointer(builder, sig.args[0], *args[:3]))
        return context.get_dummy_value()

    return types.void(place, types.intp, types.intp, value), generate


def _cell_pointer(builder: Any, kind: Any, place: Any, row: Any, lane: Any) -> Any:
    """Where a machine's number stands."""
    return builder.gep(place, [builder.add(builder.mul(row, ir.Constant(row.type, kind.width)), lane)])


@intrinsic
def take(typing, place, row):
    """Row ``row`` of a block of doubles in the order of memory, counted through all dimensions but the last."""

    def generate(context, builder, sig, args):
        return builder.load(_row_pointer(builder, sig.args[0], args[0], args[1]), align=8)

    return _LanesType(place.width)(place, types.intp), generate


@intrinsic
def put(typing, place, row, value):
    """Write a row (see ``take``)."""

    def generate(context, builder, sig, args):
        value = _as_lanes(context, builder, sig.args[0].width, sig.args[2], args[2])
        builder.store(value, _row_pointer(builder, sig.args[0], args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(place, types.intp, value), generate


def _row_pointer(builder: Any, kind: Any, place: Any, row: Any) -> Any:
    """Where a row begins."""
    first = builder.mul(row, ir.Constant(row.type, kind.width))
    return builder.bitcast(builder.gep(place, [first]), _doubles(kind.width).as_pointer())


@intrinsic
def spread(typing, like, number):
    """A number in all lanes, as many as those of a block or row."""

    def generate(context, builder, sig, args):
        return _as_lanes(context, builder, sig.args[0].width, sig.args[1], args[1])

    return _LanesType(like.width)(like, number), generate


@intrinsic
def select(typing, condition, a, b):
    """a where the condition holds, else b."""

    def generate(context, builder, sig, args):
        a, b = (_as_lanes(context, builder, sig.args[0].width, sig.args[k], args[k]) for k in (1, 2))
        return builder.select(args[0], a, b)

    return _LanesType(condition.width)(condition, a, b), generate


@intrinsic
def root(typing, a):
    """Square roots."""

    def generate(context, builder, sig, args):
        return _call_llvm(builder, "sqrt", args[0])

    return a(a), generate


@intrinsic
def any_lane(typing, condition):
    """Whether the condition holds anywhere."""

    def generate(context, builder, sig, args):
        width = sig.args[0].width
        if width == 1:
            return args[0]
        bits = ir.IntType(width)
        return builder.icmp_unsigned("!=", builder.bitcast(args[0], bits), ir.Constant(bits, 0))

    return types.boolean(condition), generate


@inner(inline="always")
def larger(a, b):
    """The larger one of each lane; b where one of them is no number. One of them may be a plain number."""
    return select(a > b, a, b)


@inner(inline="always")
def smaller(a, b):
    """The smaller one of each lane; b where one of them is no number. One of them may be a plain number."""
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

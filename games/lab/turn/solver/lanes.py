"""Vector operations on eight numbers at once, for the compiled loops.

numba's own compilation leaves short loops of eight steps as scalar code, so these two operations
are written as vector instructions. An index is the place of the first of eight numbers.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 8
VECTOR = ir.VectorType(ir.FloatType(), LANES)


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Return the address of eight numbers of an array of float64."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), VECTOR.as_pointer())


@intrinsic
def add_lanes(_typing: Any, sums: Any, at: Any, lanes: Any, place: Any) -> Any:
    """Add eight numbers of `lanes` to eight numbers of `sums`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target = _pointer(context, builder, signature.args[0], args[0], args[1])
        source = _pointer(context, builder, signature.args[2], args[2], args[3])
        total = builder.fadd(builder.load(target, align=4), builder.load(source, align=4))
        builder.store(total, target, align=4)
        return context.get_dummy_value()

    return types.void(sums, at, lanes, place), generate


@intrinsic
def add_difference(
    _typing: Any, result: Any, place: Any, sums: Any, all_: Any, one: Any, two: Any, factor: Any
) -> Any:
    """Add factor * (sums[all] - sums[one] - sums[two]) to eight numbers of `result`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target = _pointer(context, builder, signature.args[0], args[0], args[1])
        whole, first, second = (
            builder.load(_pointer(context, builder, signature.args[2], args[2], at), align=4)
            for at in args[3:6]
        )
        rest = builder.fsub(builder.fsub(whole, first), second)
        one_lane = builder.insert_element(
            ir.Constant(VECTOR, ir.Undefined), args[6], ir.Constant(ir.IntType(32), 0)
        )
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        spread = builder.shuffle_vector(one_lane, ir.Constant(VECTOR, ir.Undefined), mask)
        value = builder.fadd(builder.load(target, align=4), builder.fmul(spread, rest))
        builder.store(value, target, align=4)
        return context.get_dummy_value()

    return types.void(result, place, sums, all_, one, two, types.float32), generate

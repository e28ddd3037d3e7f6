"""Bit scans and wide products on unsigned 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np

from euchre_sim.engine.jit import intrinsic, kernel
from euchre_sim.engine.machine_code import has_feature

NOTHING = np.uint64(0)
ONE = np.uint64(1)


@intrinsic
def popcount(typing_context: Any, x: Any) -> Any:
    """Number of bits set in `x`."""
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), build


@intrinsic
def lowest(typing_context: Any, x: Any) -> Any:
    """Index of the lowest bit set in `x`; 64 for an empty word."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), build


@intrinsic
def highest(typing_context: Any, x: Any) -> Any:
    """Index of the highest bit set in `x`; -1 for an empty word."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), build


@intrinsic
def high_product(typing_context: Any, x: Any, y: Any) -> Any:
    """Upper 64 bits of the 128-bit product `x * y`."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        upper = builder.lshr(product, ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


@kernel
def deposit_bit_by_bit(x, mask):
    """`deposit` for processors that have no instruction for it."""
    spread = NOTHING
    while x != NOTHING:
        if x & ONE != NOTHING:
            spread |= low_bit(mask)
        x >>= ONE
        mask &= mask - ONE
    return spread


@intrinsic
def deposit_at_once(typing_context: Any, x: Any, mask: Any) -> Any:
    """`deposit` as one instruction (BMI2's pdep)."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), build


# Spread the low bits of `x` over the bits set in `mask`, lowest first.
deposit = deposit_at_once if has_feature("bmi2") else deposit_bit_by_bit


@kernel
def low_bit(x):
    """The lowest bit of `x` alone; 0 for an empty word."""
    return x & (~x + ONE)


@kernel
def high_bit(x):
    """The highest bit of `x` alone; 0 for an empty word."""
    if x == NOTHING:
        return NOTHING
    return ONE << np.uint64(highest(x))

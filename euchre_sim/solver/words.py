"""Gathering bits out of a word, and reading small numbers from bare memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from euchre_sim.engine.jit import intrinsic

U = np.uint64
NOTHING = U(0)
ONE = U(1)


def gather_one_by_one(x, mask):  # compiled into `gather` where the processor cannot
    """Bits of `x` at the places of `mask`, moved together at the lower end."""
    gathered = NOTHING
    place = ONE
    while mask != NOTHING:
        bit = mask & (~mask + ONE)
        if x & bit != NOTHING:
            gathered |= place
        place <<= ONE
        mask ^= bit
    return gathered


@intrinsic
def gather(typing_context: Any, x: Any, mask: Any) -> Any:
    """As `gather_one_by_one`, in one instruction (pext) where the processor has BMI2."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if "+bmi2" not in context.codegen()._tm_features:
            return context.compile_internal(builder, gather_one_by_one, signature, args)
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64")
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), build


def _item(bits: int) -> Any:
    """Builder of a read of one unsigned number of `bits` bits from an array at an address."""

    def typed(typing_context: Any, address: Any, index: Any) -> Any:
        from llvmlite import ir
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
            item = builder.load(builder.gep(start, [args[1]]))
            return builder.zext(item, ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), build

    return typed


@intrinsic
def byte_at(typing_context: Any, address: Any, index: Any) -> Any:
    """Byte number `index` (uint64) of those that begin at `address` (uint64)."""
    return _item(8)(typing_context, address, index)


@intrinsic
def number_at(typing_context: Any, address: Any, index: Any) -> Any:
    """Number `index` (uint64) of the 32-bit ones that begin at `address` (uint64)."""
    return _item(32)(typing_context, address, index)

"""Bare memory in kernels: pointers, arrays of a kernel's own, calls by address."""

from __future__ import annotations

from typing import Any

from euchre_sim.engine.jit import intrinsic


@intrinsic
def pointer(typing_context: Any, array: Any) -> Any:
    """Bare pointer to a contiguous array's first item: one word an argument."""
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), build


@intrinsic
def local_words(typing_context: Any, size: Any) -> Any:
    """Pointer to `size` words (a constant) of the kernel's own, zero at its start.

    They are on the stack and gone when the kernel ends.
    """
    from numba import types

    return _on_the_stack(size, types.uint64)


@intrinsic
def local_ints(typing_context: Any, size: Any) -> Any:
    """Pointer to `size` signed numbers; otherwise as `local_words`."""
    from numba import types

    return _on_the_stack(size, types.int64)


def _on_the_stack(size: Any, item: Any) -> Any:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    if not isinstance(size, types.IntegerLiteral):
        return None  # numba says that no such function takes this
    n = size.literal_value

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        place = cgutils.alloca_once(builder, ir.ArrayType(word, n))
        cgutils.memset(builder, place, ir.Constant(word, 8 * n), 0)
        return builder.bitcast(place, word.as_pointer())

    return types.CPointer(item)(size), build


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Ask for the memory at one item of a pointer, to be written to soon."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = builder.bitcast(builder.gep(args[0], [args[1]]), cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for_writing, keep, data = number(1), number(3), number(1)
        builder.call(function, [place, for_writing, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), build


@intrinsic
def pointer_to(typing_context: Any, address: Any) -> Any:
    """Pointer to the words that begin at an address (uint64)."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.uint64)(types.uint64), build


@intrinsic
def pointer_to_ints(typing_context: Any, address: Any) -> Any:
    """Pointer to the signed numbers that begin at an address (uint64)."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(types.uint64), build


@intrinsic
def address_of(typing_context: Any, place: Any) -> Any:
    """Address of what a pointer points to (uint64)."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], ir.IntType(64))

    return types.uint64(place), build


@intrinsic
def pointer_to_numbers(typing_context: Any, address: Any) -> Any:
    """Pointer to the uint32 numbers that begin at an address (uint64)."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(32).as_pointer())

    return types.CPointer(types.uint32)(types.uint64), build


@intrinsic
def unlikely(typing_context: Any, condition: Any) -> Any:
    """The condition itself, marked as hardly ever true: its branch is laid out of the way."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bit = ir.IntType(1)
        kind = ir.FunctionType(bit, [bit, bit])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.expect.i1")
        return builder.call(function, [args[0], bit(0)])

    return types.boolean(types.boolean), build


@intrinsic
def call_hook(typing_context: Any, address: Any, view: Any, draw: Any) -> Any:
    """Call the hook at `address` (uint64) on a view (pointer) and a random word."""
    from llvmlite import ir
    from numba import types

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function_type = ir.FunctionType(word, [word.as_pointer(), word])
        function = builder.inttoptr(args[0], function_type.as_pointer())
        return builder.call(function, [args[1], args[2]])

    word = types.uint64
    return word(word, types.CPointer(word), word), build

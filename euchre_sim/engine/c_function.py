"""A Python function compiled as one C function.

numba has `cfunc` for this, but its C function is a second one around the first: it calls it, takes
the answer out of memory and asks whether an exception was raised, which nothing here can do.
Without it a hand takes 8 % fewer instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def c_function(signature: Any, function: Callable[..., Any]) -> tuple[str, Any]:
    """Compile a C function with the settings for this code, whatever NUMBA_* variables say.

    Returns
    -------
    str, numba.core.codegen.CodeLibrary
        The function's symbol, and the code that defines it.
    """
    from numba.core import config

    # Loops over seats and cards run a handful of times.  As vectors they gain nothing, and their
    # constants, kept in vector registers, would be loaded again after every call of a hook (5 %).
    settings = {
        "LOOP_VECTORIZE": 0,
        "BOUNDSCHECK": 0,
        "DEBUGINFO_DEFAULT": 0,
        "ENABLE_PROFILING": 0,
        "DISABLE_JIT": 0,
        "OPT": type(config.OPT)(3),
    }
    before = {name: getattr(config, name) for name in settings}
    vars(config).update(settings)
    try:
        return _compile(signature, function)
    finally:
        vars(config).update(before)


def _compile(signature: Any, function: Callable[..., Any]) -> tuple[str, Any]:
    """Compile the function as numba calls it, and into one that C calls."""
    from llvmlite import ir
    from numba.core import compiler, dispatcher, registry
    from numba.core.compiler_lock import global_compiler_lock

    def flags_without_wrapper(flags: Any) -> Any:
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        flags.no_compile = True  # not before the C function is there
        flags.enable_pyobject = False
        return flags

    unwrapped = dispatcher._FunctionCompiler(
        function, registry.cpu_target, {"error_model": "numpy"}, {}, compiler.Compiler
    )
    unwrapped._customize_flags = flags_without_wrapper
    with global_compiler_lock:
        result = unwrapped.compile(signature.args, signature.return_type)
        context, inner, library = result.target_context, result.fndesc, result.library
        convention = context.call_conv
        symbol = f"c.{inner.llvm_func_name}"
        module = context.create_module(symbol)
        inner_type = convention.get_function_type(inner.restype, inner.argtypes)
        callee = ir.Function(module, inner_type, inner.llvm_func_name)
        arguments = [context.get_value_type(one) for one in inner.argtypes]
        returns = context.get_value_type(inner.restype)
        outer = ir.Function(module, ir.FunctionType(returns, arguments), symbol)
        builder = ir.IRBuilder(outer.append_basic_block())
        status, value = convention.call_function(
            builder, callee, inner.restype, inner.argtypes, outer.args, attrs=("alwaysinline",)
        )
        with builder.if_then(status.is_error, likely=False):
            # Code that can raise keeps its exceptions by this, and is refused for them.
            what = status.excinfoptr
            pointing = isinstance(returns, ir.PointerType)
            cast = builder.bitcast if pointing else builder.ptrtoint
            builder.ret(cast(what, returns))
        builder.ret(value)
        library.add_ir_module(module)
        library.get_function(inner.llvm_func_name).linkage = "internal"  # nobody else calls it
        library.finalize()
    return symbol, library

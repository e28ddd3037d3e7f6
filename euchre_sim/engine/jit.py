"""How this project's functions are compiled: kernels, entries that Python calls, hooks.

Everything is compiled on its first use, and entries and the built-in strategies' hooks are kept on
disk (`machine_code`).  numba is imported only when something has to be compiled.
"""

from __future__ import annotations

import ctypes
import dis
import inspect
import operator
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.engine import machine_code
from euchre_sim.engine.c_function import c_function

_lock = threading.RLock()  # threads may ask for the same function at once

# Calls that code may leave to others: the system's C library.
C_LIBRARY = ("memset", "memcpy", "memmove")


@dataclass(frozen=True)
class Kind:
    """Type of an entry's argument: a number, or a C-contiguous array of numbers."""

    dtype: str
    dimensions: int = 0


I64 = Kind("int64")
U64 = Kind("uint64")
BOOL = Kind("bool")
VECTOR = Kind("uint64", 1)
WORDS_2D = Kind("uint64", 2)
INTS = Kind("int64", 1)
INTS_2D = Kind("int64", 2)
BYTES = Kind("int8", 1)
BYTES_2D = Kind("int8", 2)
NUMBERS = Kind("int32", 1)
NUMBERS_2D = Kind("int32", 2)

_C_TYPES: dict[str, Any] = {
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "bool": ctypes.c_bool,
}
_RANGES = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1), "bool": (0, 1)}


class Kernel:
    """A function that is compiled into whatever calls it."""

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        self.function = function
        self._options = options

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's view of the function; its options let a division by zero give 0."""
        import numba

        return numba.njit(error_model="numpy", **self._options)(self.function)

    @property
    def _numba_type_(self) -> Any:
        """How numba reads the name of this kernel in another one."""
        return self.dispatcher._numba_type_


class Intrinsic:
    """A function of kernels that writes its own instructions.

    It is given ``(typing context, argument types...)`` and returns a numba signature and a
    function that builds the instructions, as numba's own intrinsics do.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @cached_property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        known = intrinsic(self.function)
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(known)


def check_array(name: str, kind: Kind, value: object) -> None:
    """Refuse what compiled code, which reads bare memory, would misread.

    Raises
    ------
    TypeError
        Says what `name` must be.
    """
    if (
        not isinstance(value, np.ndarray)
        or value.dtype != kind.dtype
        or value.ndim != kind.dimensions
        or not value.flags.c_contiguous
    ):
        raise TypeError(
            f"{name} must be a C-contiguous array of {kind.dtype} with "
            f"{kind.dimensions} dimension{'s' if kind.dimensions > 1 else ''}"
        )


def _number(name: str, kind: Kind, value: Any) -> int:
    """A number that fits its kind.

    Raises
    ------
    TypeError
        If it does not.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    low, high = _RANGES[kind.dtype]
    if number is None or not low <= number <= high:
        raise TypeError(f"{name} must be a whole number that fits {kind.dtype}, not {value!r}")
    return number


class CFunction:
    """A compiled function with an address, made or loaded when it is first asked for."""

    more_allowed: tuple[str, ...] = ()

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__wrapped__ = function

    @cached_property
    def address(self) -> int:
        """Where the function is in memory."""
        with _lock:
            path = code_path(self.function)
            kept = machine_code.kept_code(path)
            if kept is None:
                symbol, library = self._compile()
                self._check_calls(library)
                kept = symbol, library._get_compiled_object()
                machine_code.keep_code(path, *kept)
            return machine_code.load(*kept)

    def _compile(self) -> tuple[str, Any]:
        raise NotImplementedError

    def _check_calls(self, library: Any) -> None:
        """Refuse code that calls what is not there without numba: it allocates or can raise."""
        module = library._final_module
        allowed = ("llvm.", *C_LIBRARY, *machine_code.NOT_CALLED, *self.more_allowed)
        missing = [
            one.name
            for one in module.functions
            if one.is_declaration and not one.name.startswith(allowed)
        ]
        # numba keeps the exceptions of a function that raises as pickled constants.
        missing += {"an exception" for one in module.global_variables if "picklebuf" in one.name}
        if missing:
            raise TypeError(
                f"{self.__name__} needs {', '.join(missing)}: "
                "compiled functions here must not make arrays, print or raise"
            )


class Entry(CFunction):
    """A kernel that Python calls; it runs without the GIL.

    Arguments are checked: an array must have the kind's type and be C-contiguous, because the
    kernel reads bare memory.
    """

    def __init__(
        self, function: Callable[..., Any], returns: Kind | None, kinds: tuple[Kind, ...]
    ) -> None:
        super().__init__(function)
        self.kinds = kinds
        self.returns = returns
        self._names = list(inspect.signature(function).parameters)
        assert len(self._names) == len(kinds), self.__name__

    @cached_property
    def _call(self) -> Any:
        types: list[Any] = []
        for kind in self.kinds:
            if kind.dimensions:
                types += [ctypes.c_void_p] + [ctypes.c_int64] * kind.dimensions
            else:
                types.append(_C_TYPES[kind.dtype])
        result = None if self.returns is None else _C_TYPES[self.returns.dtype]
        return ctypes.CFUNCTYPE(result, *types)(self.address)

    def __call__(self, *args: Any) -> Any:
        """Run the kernel.

        Raises
        ------
        TypeError
            If an argument is not of the entry's kind.
        """
        if len(args) != len(self.kinds):
            raise TypeError(f"{self.__name__} takes {len(self.kinds)} arguments, not {len(args)}")
        words: list[Any] = []
        for name, kind, value in zip(self._names, self.kinds, args, strict=True):
            if kind.dimensions:
                check_array(f"{self.__name__}: {name}", kind, value)
                words.append(value.__array_interface__["data"][0])
                words += value.shape
            else:
                words.append(_number(f"{self.__name__}: {name}", kind, value))
        return self._call(*words)

    def _compile(self) -> tuple[str, Any]:
        """Compile a C function of pointers and lengths that calls the kernel on arrays."""
        import numba
        from numba import types

        parameters: list[str] = []
        passed: list[str] = []
        signature: list[Any] = []
        for i, kind in enumerate(self.kinds):
            scalar = types.boolean if kind.dtype == "bool" else getattr(types, kind.dtype)
            parameters.append(f"a{i}")
            if not kind.dimensions:
                signature.append(scalar)
                passed.append(f"a{i}")
                continue
            lengths = [f"a{i}_{d}" for d in range(kind.dimensions)]
            parameters += lengths
            signature += [types.CPointer(scalar)] + [types.int64] * kind.dimensions
            passed.append(f"carray(a{i}, ({', '.join(lengths)},))")
        names = {
            "carray": numba.carray,
            "kernel": Kernel(self.function, forceinline=True).dispatcher,
        }
        exec(  # the arguments' number differs from entry to entry, and numba has no *args here
            f"def {self.__name__}({', '.join(parameters)}):\n"
            f"    return kernel({', '.join(passed)})\n",
            names,
        )
        if self.returns is None:
            result = types.void
        else:
            result = getattr(types, self.returns.dtype.replace("bool", "boolean"))
        return c_function(result(*signature), names[self.__name__])


class Hook(CFunction):
    """A strategy's answer in one phase: ``(view, draw) -> action``, a C function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        if not function.__module__.startswith("euchre_sim."):
            # Nothing tells which files a user's hook inlines, so it is compiled at every start,
            # and at once, so that a fault shows where it is.
            self.more_allowed = ("NRT_",)  # arrays of its own: the compiler is there
            symbol, self._held = self._compile()
            self._check_calls(self._held)
            self.address = self._held.get_pointer_to_function(symbol)

    @cached_property
    def seated(self) -> int:
        """What a table of hooks holds: the address, its lowest bit set if no random word is read.

        Functions begin at even addresses.  Making the word that most hooks ignore took 5 % of a
        hand.
        """
        word = list(inspect.signature(self.function).parameters)[1]
        reads = any(
            one.argval == word or (isinstance(one.argval, tuple) and word in one.argval)
            for one in dis.get_instructions(self.function)
        )
        return self.address | (not reads)

    def __call__(self, view: npt.NDArray[np.uint64], draw: int) -> int:
        """Ask for an action from Python, as the engine would.

        Raises
        ------
        TypeError
            If `view` is not a C-contiguous uint64 vector.
        """
        check_array(f"{self.__name__}: view", VECTOR, view)
        return int(self._call(view.__array_interface__["data"][0], int(draw)))

    @cached_property
    def _call(self) -> Any:
        word = ctypes.c_uint64
        return ctypes.CFUNCTYPE(word, ctypes.c_void_p, word)(self.address)

    def _compile(self) -> tuple[str, Any]:
        from numba import types

        word = types.uint64
        return c_function(word(types.CPointer(word), word), self.function)


def entry(returns: Kind | None, *kinds: Kind) -> Callable[[Callable[..., Any]], Any]:
    """Compile an entry kernel, given the kinds of its result and of its arguments."""
    return lambda function: Entry(function, returns, kinds)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a helper into whatever entry kernel or hook calls it."""
    return Kernel(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a helper so that its code always goes into its caller's.

    The compiler leaves a large helper as a call of its own; for `basic` these calls took 7 % of a
    deal.
    """
    return Kernel(function, forceinline=True)


def hook(function: Callable[..., Any]) -> Any:
    """Compile a strategy's hook, ``(view, draw) -> action``.

    The hook gets the view as a bare pointer: two registers a call, where an array would be seven
    words.
    """
    return Hook(function)


def intrinsic(function: Callable[..., Any]) -> Any:
    """Make an `Intrinsic`."""
    return Intrinsic(function)


def layer_of(function: Callable[..., Any]) -> str:
    """Layer of a compiled function, as `machine_code` knows it: a name, or a user's file."""
    package, _, name = function.__module__.partition(".")
    return name.split(".")[0] if package == "euchre_sim" else inspect.getfile(function)


def code_path(function: Callable[..., Any]) -> Path:
    """File of a C function's code."""
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}.o"
    return machine_code.cache_dir(layer_of(function)) / name


def is_compiled(module: str) -> bool:
    """Whether the kernels of a module have been compiled before.

    `module` is such as ``"engine.batch"``, or an entry of one, ``"engine.batch.play_games"``.
    """
    layer, name = module.split(".", 1)
    return any(machine_code.cache_dir(layer).glob(f"{name}.o" if "." in name else f"{name}.*.o"))

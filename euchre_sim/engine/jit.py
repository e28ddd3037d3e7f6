"""How this project's functions are compiled, and where the compiled code is kept.

Compiled code lives in the user's cache folder, in a directory named after a hash of every source
file that a kernel of its layer may inline and of the versions of Python, numba and numpy.  Numba
itself looks only at the file that holds the entry point, so without the hash an edit in a helper's
file would go on running the old code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

PACKAGE = Path(__file__).resolve().parent.parent
# Layer -> the layers whose functions its kernels may inline.  Hooks are called by address, never
# inlined, so that a change of a strategy leaves the kernels above as they are.
JITTED_LAYERS = {
    "engine": ("engine",),
    "strategies": ("engine", "strategies"),
    "analysis": ("engine", "analysis"),
}

U64 = types.uint64
VECTOR = types.Array(types.uint64, 1, "C")
INTS = types.Array(types.int64, 1, "C")
INTS_2D = types.Array(types.int64, 2, "C")
WORDS_2D = types.Array(types.uint64, 2, "C")
BYTES_2D = types.Array(types.int8, 2, "C")

# A hook gets the view as a bare pointer: two registers a call, where an array would be seven words.
VIEW = types.CPointer(types.uint64)
HOOK_SIGNATURE = U64(VIEW, U64)


@cache
def cache_dir(layer: str) -> Path:
    """Folder of the compiled code: `$EUCHRE_SIM_CACHE`, the user's cache, or a temporary one."""
    digest = hashlib.sha256()
    for folder in JITTED_LAYERS[layer]:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    versions = (platform.python_version(), numba.__version__, np.__version__)
    digest.update(repr(versions).encode())
    name = f"{layer}-{digest.hexdigest()[:16]}"
    user = f"euchre-sim-{os.getuid()}" if hasattr(os, "getuid") else "euchre-sim"
    for base in (*_chosen_folders(), Path(tempfile.gettempdir()) / user):
        path = base / name
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path):
                if _is_ours(path):
                    return path
        except OSError:
            continue
    warnings.warn("no writable cache folder: every start compiles anew", stacklevel=2)
    return Path(tempfile.mkdtemp(prefix="euchre-sim-"))


def _is_ours(path: Path) -> bool:
    """Whether nobody else may put compiled code there for this user to run."""
    if not hasattr(os, "getuid"):
        return True
    return all(
        place.stat().st_uid == os.getuid() and not place.stat().st_mode & 0o022
        for place in (path, path.parent)
    )


def _chosen_folders() -> Iterator[Path]:
    """Where the user wants compiled code kept, best place first."""
    for variable, below in (("EUCHRE_SIM_CACHE", ""), ("XDG_CACHE_HOME", "euchre-sim")):
        if os.environ.get(variable):
            yield Path(os.environ[variable]) / below
            return
    with suppress(RuntimeError):  # a user without a home
        yield Path.home() / ".cache" / "euchre-sim"


def is_compiled(module: str) -> bool:
    """Whether the kernels of `module` (such as ``"engine.batch"``) have been compiled before."""
    layer, name = module.split(".")
    return any(cache_dir(layer).rglob(f"{name}.*.nbi"))


def _kept_on_disk(
    function: Callable[..., Any], compiler: Callable[[bool], Callable[[Callable[..., Any]], Any]]
) -> Any:
    """Compile with the layer's cache; without it, and clearing it, where it is damaged or full."""
    folder = cache_dir(function.__module__.split(".")[1])
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return compiler(True)(function)
    except Exception:
        # A fault of the function itself comes again; a damaged file must not outlive this run.
        made = compiler(False)(function)
        shutil.rmtree(folder, ignore_errors=True)
        return made
    finally:
        config.CACHE_DIR = before


def entry(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile an entry kernel for one signature, kept on disk; it runs without the GIL."""

    def decorate(function: Callable[..., Any]) -> Any:
        return _kept_on_disk(
            function,
            lambda cached: numba.njit(signature, cache=cached, nogil=True, error_model="numpy"),
        )

    return decorate


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a helper into whatever entry kernel or hook calls it."""
    return numba.njit(error_model="numpy")(function)


def hook(function: Callable[..., Any]) -> Any:
    """Compile a strategy's hook, ``(view, draw) -> action``, to a C function.

    Built-in hooks are kept on disk; one from a user's file is compiled at every start, because
    nothing tells which files of the user's it inlines.
    """

    def compiler(cached: bool) -> Callable[[Callable[..., Any]], Any]:
        return numba.cfunc(HOOK_SIGNATURE, cache=cached, error_model="numpy")

    if function.__module__.startswith("euchre_sim."):
        return _kept_on_disk(function, compiler)
    return compiler(False)(function)


@intrinsic
def pointer(typing_context: Any, array: Any) -> Any:
    """Bare pointer to a contiguous array's first item.

    Inner functions take pointers: one word an argument, and no reference counts to keep.  The
    array must outlive the use: numba frees one that a kernel made itself after its last mention,
    so a kernel ends with a `keep` of the arrays that it pointed to.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), build


@intrinsic
def keep(typing_context: Any, arrays: Any) -> Any:
    """Hold an array, or a tuple of arrays, in memory up to here; pointers to them do not."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_dummy_value()

    return types.void(arrays), build


@intrinsic
def call_hook(typing_context: Any, address: Any, view: Any, draw: Any) -> Any:
    """Call the hook at `address` (uint64) on a view (pointer) and a random word."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function_type = ir.FunctionType(word, [word.as_pointer(), word])
        function = builder.inttoptr(args[0], function_type.as_pointer())
        return builder.call(function, [args[1], args[2]])

    return U64(U64, VIEW, U64), build

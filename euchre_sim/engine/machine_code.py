"""Where compiled code is kept on disk, and how it gets back into memory without the compiler.

Compiled code lives in the user's cache folder, in a directory named after a hash of every source
file that goes into it, of the versions of Python, numba and llvmlite, and of the processor.  A C
function is one file there: the digest of what follows, its symbol, its object code.  Loading one
takes llvmlite alone: a program that finds its code ready never imports numba, which would take
longer than most questions at the table.
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import importlib.util
import os
import platform
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

__all__ = [
    "NOT_CALLED",
    "cache_dir",
    "has_feature",
    "keep_code",
    "kept_code",
    "load",
    "sources_digest",
]

PACKAGE = Path(__file__).resolve().parent.parent
# Layer -> the layers whose functions its code may inline.  Hooks are called by address, never
# inlined, so that a change of a strategy leaves the kernels above as they are.
JITTED_LAYERS = {
    "engine": ("engine",),
    "inference": ("engine", "inference"),
    "solver": ("engine", "solver"),
    "strategies": ("engine", "inference", "solver", "strategies"),
    "analysis": ("engine", "inference", "solver", "analysis"),
}

# What the compiler's helpers for arrays would call.  Kernels make no arrays, so that nothing ever
# gets there; but the linker wants an address.
NOT_CALLED = ("NRT_Free", "NRT_MemInfo_call_dtor")
_abort = ctypes.CFUNCTYPE(None)(os.abort)

_engines: list[Any] = []  # code lives as long as the engine that holds it
_temporary = ExitStack()
atexit.register(_temporary.close)


def has_feature(name: str) -> bool:
    """Whether the processor has a feature, by LLVM's name."""
    return bool(llvm.get_host_cpu_features().get(name))


def _versions() -> Iterator[bytes]:
    """What else the code depends on, without importing the compiler."""
    yield platform.python_version().encode()
    for package in ("numba", "llvmlite"):
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).with_name("_version.py").read_bytes()
    yield llvm.get_host_cpu_name().encode()
    yield llvm.get_host_cpu_features().flatten().encode()


def _sources(layer: str) -> Iterator[tuple[str, Path]]:
    """Every file that goes into a layer's code; a file outside stands on all layers."""
    if layer in JITTED_LAYERS:
        folders = JITTED_LAYERS[layer]
    else:
        folders = tuple(JITTED_LAYERS)
        yield "own", Path(layer)
    for folder in folders:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            yield source.relative_to(PACKAGE).as_posix(), source


def sources_digest(layer: str) -> str:
    """Hash of the sources of a layer's code; `layer` as for `cache_dir`."""
    digest = hashlib.sha256()
    for name, source in _sources(layer):
        digest.update(name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _digest(layer: str) -> str:
    """Hash of everything that a layer's code depends on."""
    digest = hashlib.sha256(sources_digest(layer).encode())
    for version in _versions():
        digest.update(version)
    return digest.hexdigest()[:16]


@cache
def cache_dir(layer: str) -> Path:
    """Folder of compiled code: `$EUCHRE_SIM_CACHE`, the user's cache, or a temporary one.

    `layer` is one of JITTED_LAYERS or the path of a source file outside the package, whose own
    imports from outside are not looked at.
    """
    name = f"{Path(layer).stem}-{_digest(layer)}"
    user = f"euchre-sim-{os.getuid()}" if hasattr(os, "getuid") else "euchre-sim"
    for base in (*_chosen_folders(), Path(tempfile.gettempdir()) / user):
        path = base / name
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryFile(dir=path):
                if _is_ours(path):
                    return path
        except OSError:
            continue
    return _passing_folder()


@cache
def _passing_folder() -> Path:
    """A folder for this process alone, where none can be kept."""
    warnings.warn(
        "no folder for compiled code that only you can write: every start compiles anew "
        "(EUCHRE_SIM_CACHE chooses one)",
        stacklevel=2,
    )
    return Path(_temporary.enter_context(tempfile.TemporaryDirectory(prefix="euchre-sim-")))


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
            yield Path(os.environ[variable]).expanduser().absolute() / below
            return
    with suppress(RuntimeError):  # a user without a home
        yield Path.home() / ".cache" / "euchre-sim"


def kept_code(path: Path) -> tuple[str, bytes] | None:
    """Symbol and object code of a file; None where there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, _, body = content.partition(b"\n")
    if _sum(path, body) != digest:
        return None
    symbol, _, code = body.partition(b"\n")
    return symbol.decode(), code


def _sum(path: Path, body: bytes) -> bytes:
    """Digest of a file's content; under another name it would be another function's."""
    return hashlib.sha256(path.name.encode() + b"\n" + body).hexdigest().encode()


def keep_code(path: Path, symbol: str, code: bytes) -> None:
    """Write a file whole or not at all; a full disk costs only the next start's time."""
    body = symbol.encode() + b"\n" + code
    with suppress(OSError), tempfile.TemporaryDirectory(dir=path.parent) as folder:
        part = Path(folder) / path.name
        part.write_bytes(_sum(path, body) + b"\n" + body)
        part.replace(path)


@cache
def _target() -> Callable[[], Any]:
    """Maker of execution engines for this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in NOT_CALLED:
        if not llvm.address_of_symbol(name):
            llvm.add_symbol(name, ctypes.cast(_abort, ctypes.c_void_p).value)
    machine = llvm.Target.from_default_triple().create_target_machine()
    return lambda: llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def load(symbol: str, code: bytes) -> int:
    """Load object code into an engine of its own; the address of `symbol`."""
    engine = _target()()
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    address: int = engine.get_function_address(symbol)
    return address


for _layer in JITTED_LAYERS:  # now, before a source can be edited under a running program
    _digest(_layer)

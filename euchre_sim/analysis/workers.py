"""Ranges of hands over threads, in order, so that the cut never shows in a result.

Kernels run without the GIL on their own buffers.  The results come back in the order of the
ranges whatever the number of threads; all sums are over integers.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


def default_threads() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cut(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """Cut ``first .. first + count - 1`` into ranges of at most `size`: (first, count) each."""
    for at in range(first, first + count, size):
        yield at, min(size, first + count - at)


def ordered(function: Callable[[Work], Done], work: Iterable[Work], threads: int) -> Iterator[Done]:
    """Apply `function` to every item on `threads` threads; results in the order of the items.

    At most twice as many items as threads are under way, so that memory stays bounded and an
    interrupted caller waits only for a few of them.
    """
    if threads == 1:
        yield from map(function, work)
        return
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Done]] = deque()
    try:
        for item in work:
            waiting.append(pool.submit(function, item))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
        pool.shutdown(wait=True)

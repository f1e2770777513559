"""Threads for pipelines, where they pay: calls in parallel, and elements made ahead of time.

What is done for an element takes between a microsecond and seconds. To hand it to another thread takes
tens of microseconds, so all begins without threads, and goes over to them when elements turn out to take
longer than that. The results do not depend on it. Whoever stops early ends the threads: they belong to the
generator that hands the elements out, and end when it is closed or collected.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from stagelight.data.blocks import Components
from stagelight.data.elements import Elements
from stagelight.data.iteration import Iteration, Place
from stagelight.errors import FailedPreconditionError
from stagelight.fork_safety import renewed_in_child

# Seconds that something takes before a thread of its own is worth it.
_LONG = 0.0005
# The first time something is done it may be compiled; and once or twice the system may have let it wait.
_TIMES = 2


class Pace:
    """Whether what is done again and again takes long: on average, and more often than once."""

    def __init__(self) -> None:
        self._count = 0
        self._seconds = 0.0  # after the first time
        self._long = 0
        self.is_slow = False

    def tell(self, seconds: float) -> None:
        """Says how long it took this time."""
        self._count += 1
        self._long += seconds > _LONG
        if self._count > 1:
            self._seconds += seconds
            is_long = self._seconds > _LONG * (self._count - 1)
            self.is_slow = is_long and self._long >= _TIMES


def thread_count(parallel_calls: int) -> int:
    """How many threads stand for a number of parallel calls; AUTOTUNE takes as many as processors."""
    return parallel_calls if parallel_calls > 0 else max(2, os.cpu_count() or 1)


# ---------------------------------------------------------------------------- calls


def called_in_parallel(
    apply: Callable[..., Components],
    rows: Iterator[Components],
    iteration: Iteration,
    parallel_calls: int,
    keeps_order: bool,
) -> Iterator[Components]:
    """The results of a function of elements, of several at the same time once it proves slow."""
    place = iteration.place(pending=[])
    return _called(apply, rows, place, thread_count(parallel_calls), keeps_order)


def _called(
    apply: Callable[..., Components],
    rows: Iterator[Components],
    place: Place,
    threads: int,
    keeps_order: bool,
) -> Iterator[Components]:
    pace = Pace()
    while not pace.is_slow:
        row = place.pending.pop(0) if place.pending else next(rows, None)
        if row is None:
            return
        begin = time.perf_counter()
        result = apply(*row)
        pace.tell(time.perf_counter() - begin)
        yield result
    pool = ThreadPoolExecutor(threads, "stagelight-data")
    try:
        yield from _in_pool(pool, apply, rows, place, threads, keeps_order)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_pool(
    pool: ThreadPoolExecutor,
    apply: Callable[..., Components],
    rows: Iterator[Components],
    place: Place,
    threads: int,
    keeps_order: bool,
) -> Iterator[Components]:
    """`place.pending` has the elements whose results were not given yet, in the order of `running`."""
    running: list[Future[Components]] = [pool.submit(apply, *row) for row in place.pending]
    failure: Exception | None = None
    is_over = False
    while True:
        while not is_over and failure is None and len(running) < threads:
            try:
                row = next(rows, None)
            except Exception as error:  # noqa: BLE001 - raised once all before it are given
                failure = error
                break
            is_over = row is None
            if row is not None:
                place.pending.append(row)
                running.append(pool.submit(apply, *row))
        if not running:
            if failure is not None:
                raise failure
            return
        which = 0
        if not keeps_order:
            wait(running, return_when=FIRST_COMPLETED)
            which = next(i for i, future in enumerate(running) if future.done())
        result = running.pop(which).result
        place.pending.pop(which)
        yield result()


# ---------------------------------------------------------------------------- elements ahead


def made_ahead(source: Elements, iteration: Iteration, size: int) -> Iterator[Components]:
    """The elements of a source, up to `size` of them made before they are asked for.

    In the place stands what was made and not asked for. The thread holds the iteration's lock while it
    advances the source. Where an iteration completes something at the end, such as a cache, it is one ahead
    without a thread too: who takes exactly the elements that there are has come to the end.
    """
    place = iteration.place(ready=[])
    lock = iteration.lock = renewed_in_child(threading.Lock())
    distance = 1 if source.completes_at_end() else 0
    return _ahead(source.rows(iteration.part()), place, lock, size, distance)


def _ahead(
    rows: Iterator[Components], place: Place, lock: threading.Lock, size: int, distance: int
) -> Iterator[Components]:
    """The elements, `distance` of them ahead, until they prove slow; then a thread makes them."""
    pace, is_over = Pace(), False
    failure: Exception | None = None
    while not pace.is_slow or is_over or failure is not None:
        while len(place.ready) <= distance and not is_over and failure is None:
            begin = time.perf_counter()
            try:
                row = next(rows, None)
            except Exception as error:  # noqa: BLE001 - raised once all before it are given
                failure = error
                break
            is_over = row is None
            if row is not None:
                pace.tell(time.perf_counter() - begin)
                place.ready.append(row)
        if not place.ready:
            if failure is not None:
                raise failure
            return
        yield place.ready.pop(0)
    yield from _given_by_thread(rows, place, lock, size, distance)


def _given_by_thread(
    rows: Iterator[Components], place: Place, lock: threading.Lock, size: int, distance: int
) -> Iterator[Components]:
    """The elements that a thread makes, from `distance` to `size` ahead; `place.ready` has those."""
    producer = _Producer(rows, place, lock, size, distance)
    del rows  # The thread alone has them, and closes them.
    try:
        while (row := producer.next()) is not None:
            yield row
    finally:
        producer.stop()


class _Producer:
    """A thread that makes elements until it is stopped."""

    def __init__(
        self,
        rows: Iterator[Components],
        place: Place,
        lock: threading.Lock,
        size: int,
        distance: int,
    ) -> None:
        self._place = place
        self._lock = lock
        self._size = max(size, distance + 1)
        self._distance = distance
        self._changed = renewed_in_child(threading.Condition())
        self._is_stopped = False
        self._is_over = False
        self._failure: BaseException | None = None
        self._thread = threading.Thread(
            target=self._make, args=(rows,), name="stagelight-data", daemon=True
        )
        self._thread.start()

    def _make(self, rows: Iterator[Components]) -> None:
        try:
            while self._may_go_on():
                with self._lock:
                    row = next(rows, None)
                    if row is None:
                        break
                    with self._changed:
                        self._place.ready.append(row)
                        self._changed.notify_all()
        except BaseException as error:  # noqa: BLE001 - raised where the element is asked for
            self._failure = error
        finally:
            with contextlib.suppress(AttributeError):
                rows.close()  # type: ignore[attr-defined]
            del rows
            with self._changed:
                self._is_over = True
                self._changed.notify_all()

    def _may_go_on(self) -> bool:
        with self._changed:
            while not self._is_stopped and len(self._place.ready) >= self._size:
                self._changed.wait()
            return not self._is_stopped

    def next(self) -> Components | None:
        """The next element; None at the end."""
        with self._changed:
            while len(self._place.ready) <= self._distance and not self._is_over:
                if not self._thread.is_alive():
                    raise FailedPreconditionError(
                        None,
                        None,
                        "The thread that makes this iterator's elements stayed in the process that was "
                        "forked. Make a new iterator of the dataset in this one.",
                    )
                self._changed.wait()
            if self._place.ready:
                row: Components = self._place.ready.pop(0)
                self._changed.notify_all()
                return row
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        return None

    def stop(self) -> None:
        """Ends the thread, and waits for it."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join()

"""`tf.train.Coordinator`: threads that stop together, and tell one of their errors."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.errors import OutOfRangeError
from stagelight.fork_safety import renewed_in_child
from stagelight.logs import get_logger
from stagelight.public import public


@public("train.Coordinator", "compat.v1.train.Coordinator")
class Coordinator:
    """Lets threads ask each other to stop, waits for them, and raises the first error that one had.

    Args:
        clean_stop_exception_types: errors that stop the threads and are not raised: the end of the input,
            `tf.errors.OutOfRangeError`, if None.

    >>> import threading
    >>> coordinator, seen = tf.train.Coordinator(), []
    >>> def work():
    ...     with coordinator.stop_on_exception():
    ...         while not coordinator.should_stop():
    ...             seen.append(len(seen))
    ...             if len(seen) == 3:
    ...                 coordinator.request_stop()
    >>> thread = threading.Thread(target=work)
    >>> thread.start()
    >>> coordinator.join([thread])
    >>> seen
    [0, 1, 2]
    """

    def __init__(self, clean_stop_exception_types: Any = None) -> None:
        kinds = clean_stop_exception_types
        self._clean_kinds = (OutOfRangeError,) if kinds is None else tuple(kinds)
        self._lock = renewed_in_child(threading.Lock())
        self._stop = renewed_in_child(threading.Event())
        self._error: BaseException | None = None
        self._joined = False
        self._threads: set[threading.Thread] = set()

    @property
    def joined(self) -> bool:
        """Whether `join` has ended."""
        return self._joined

    def request_stop(self, ex: Any = None) -> None:
        """Asks all threads to stop.

        Args:
            ex: an error, or what `sys.exc_info()` gives: `join` raises the first that is told.
        """
        error = ex[1] if isinstance(ex, tuple) else ex
        if isinstance(error, self._clean_kinds):
            error = None
        with self._lock:
            if self._joined:
                if error is not None:
                    raise error
                return
            if self._stop.is_set():
                return
            if error is not None:
                get_logger().info("Error reported to Coordinator: %s, %s", type(error), error)
                self._error = error
            self._stop.set()

    def clear_stop(self) -> None:
        """Forgets that it was asked to stop, so that threads may begin anew."""
        with self._lock:
            self._joined = False
            self._error = None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """Asks to stop with the error that is raised inside, which goes no further."""
        try:
            yield
        except BaseException as error:  # noqa: BLE001 - `join` raises it
            self.request_stop(error)

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits until it is asked to stop; whether it was."""
        return self._stop.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Lets `join` wait for a thread."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits until all threads have ended, and raises the first error of theirs.

        Args:
            threads: threads beside those that are registered.
            stop_grace_period_secs: how long to wait for threads after they were asked to stop.
            ignore_live_threads: whether threads that go on after that are left alone.

        Raises:
            RuntimeError: threads go on though they were asked to stop.
        """
        with self._lock:
            waited = [*self._threads, *(x for x in threads or () if x not in self._threads)]
        while any(thread.is_alive() for thread in waited) and not self.wait_for_stop(0.05):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            thread.join(max(0.0, end - time.monotonic()))
        alive = [thread.name for thread in waited if thread.is_alive()]
        with self._lock:
            self._joined = True
            self._threads = set()
            error = self._error
        if error is not None:
            raise error
        if alive and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(alive)}")
        if alive:
            get_logger().info("Coordinator stopped with threads still running: %s", " ".join(alive))

    def raise_requested_exception(self) -> None:
        """Raises the error that was told, if one was."""
        with self._lock:
            if self._error is not None:
                raise self._error


@public("compat.v1.train.LooperThread")
class LooperThread(threading.Thread):
    """A thread that calls `run_loop()` again and again until a coordinator is asked to stop.

    Args:
        coord: the coordinator.
        timer_interval_secs: the seconds between calls; None to call without pause.
        target, args, kwargs: what `run_loop` calls.

    Raises:
        ValueError: no coordinator.

    >>> coordinator, seen = tf.train.Coordinator(), []
    >>> def work():
    ...     seen.append(1)
    ...     coordinator.request_stop()
    >>> thread = tf.compat.v1.train.LooperThread.loop(coordinator, None, work)
    >>> coordinator.join([thread])
    >>> seen
    [1]
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Any = None,
        kwargs: Any = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        self._coord = coord
        self._interval = timer_interval_secs
        self._call = target
        self._arguments = (tuple(args or ()), dict(kwargs or {}))
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Any = None,
        kwargs: Any = None,
    ) -> LooperThread:
        """Makes and starts a thread that calls a function."""
        thread = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        thread.start()
        return thread

    def run(self) -> None:
        """Calls `start_loop()`, then `run_loop()` until it is to stop, then `stop_loop()`."""
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._interval is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                following = time.monotonic()
                while not self._coord.wait_for_stop(max(0.0, following - time.monotonic())):
                    following += self._interval
                    self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called first."""

    def stop_loop(self) -> None:
        """Called at the end."""

    def run_loop(self) -> None:
        """Calls the target."""
        if self._call is not None:
            args, kwargs = self._arguments
            self._call(*args, **kwargs)

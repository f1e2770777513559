"""How long, and in how much memory, what runs now may go on: for models of unknown origin.

A budget holds for what runs in its scope, in this thread and in those that get its context. Who loops, or
takes much memory that NumPy does not know of, asks here. Elsewhere there is no budget, and all goes on.

A thread that Python did not begin works for one that it did, and has no context: every budget holds for it.
Where that ends what has none, the work is done again, by Python.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from stagelight.errors import DeadlineExceededError, ResourceExhaustedError


@dataclass(frozen=True)
class Limits:
    """What each call may take.

    Attributes:
        memory: bytes of arrays, strings and lists.
        seconds: of time.
        whose: what is limited, for errors.
        is_isolated: whether calls run in a process of their own, where there is one.
    """

    memory: int
    seconds: float
    whose: str
    is_isolated: bool = False


@dataclass(eq=False)
class Budget:
    """What one call may take still.

    Attributes:
        limits: what it might take at first.
        deadline: when it has to be done, by `time.monotonic`.
        room: gives how many bytes it may take more.
    """

    limits: Limits
    deadline: float
    room: Callable[[], int]


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


# Those that hold somewhere, by id.
_held: dict[int, Budget] = {}


def has_budget() -> bool:
    """Whether what runs now is limited."""
    return _current.get() is not None


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """A scope in which a budget holds."""
    token = _current.set(budget)
    _held[id(budget)] = budget
    try:
        yield
    finally:
        del _held[id(budget)]
        _current.reset(token)


def _that_hold() -> list[Budget]:
    """The budgets that hold for this thread."""
    if not _held:
        return []
    budget = _current.get()
    if budget is not None:
        return [budget]
    is_known = threading.get_ident() in {x.ident for x in threading.enumerate()}
    return [] if is_known else list(_held.values())


def check_time() -> None:
    """Is called again and again by what may go on without end.

    Raises:
        DeadlineExceededError: it took longer than it may.
    """
    for budget in _that_hold():
        if time.monotonic() > budget.deadline:
            limits = budget.limits
            raise DeadlineExceededError(
                None,
                None,
                f"{limits.whose} may run for {limits.seconds:g} seconds a call, and took longer. If you "
                "know where it comes from, load it with trust='full', or with other `seconds`.",
            )


def extend_deadline(seconds: float) -> None:
    """Adds time that was spent on what is not the model's, such as the start of its worker process."""
    budget = _current.get()
    if budget is not None:
        budget.deadline += seconds


def require_room(size: int) -> None:
    """Is called before memory is taken that NumPy does not know of.

    Raises:
        ResourceExhaustedError: it is more than there is room for.
    """
    if any(size > budget.room() for budget in _that_hold()):
        message = f"not enough memory for {size} bytes. {told_of_memory()}"
        raise ResourceExhaustedError(None, None, message.rstrip())


def told_of_memory() -> str:
    """What is said beside that there is not enough memory: the limits, where there are some."""
    budget = _current.get()
    if budget is None:
        return ""
    limits = budget.limits
    return (
        f"{limits.whose} may take {limits.memory} bytes a call. If you know where it comes from, load it "
        "with trust='full', or with more `memory`."
    )

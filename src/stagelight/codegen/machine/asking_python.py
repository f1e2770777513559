"""What machine code asks Python while it runs: whether to go on, and whether it may take memory.

A loop counts its rounds, and after some of them asks: so it can be interrupted, and ends where its time is
over (`core/budget.py`). How many rounds there are to the next question is so chosen that it is asked every
few milliseconds. Where Python raises an error, the program fails, and its entry leaves the error as it is.
"""

from __future__ import annotations

import threading
import time

from stagelight.core.budget import check_time, require_room

# Seconds between two questions.
_LEAST_PAUSE, _MOST_PAUSE = 0.002, 0.02
_FACTOR = 8
_MOST_ROUNDS = 1 << 40

# Memory is asked for from this size on.
LEAST_ASKED = 1 << 20


# When a thread asked last, by its number. Threads of the pool have no data of their own in Python.
_asked: dict[int, float] = {}


def go_on(rounds: int) -> int:
    """How many rounds a loop may make to the next question; it made `rounds` since the last.

    Raises:
        DeadlineExceededError: what runs may not go on.
    """
    check_time()
    now = time.monotonic()
    thread = threading.get_ident()
    pause = now - _asked.get(thread, 0.0)
    _asked[thread] = now
    if pause < _LEAST_PAUSE:
        return min(rounds * _FACTOR, _MOST_ROUNDS)
    return max(rounds // _FACTOR, 1) if pause > _MOST_PAUSE else rounds


def take(size: int) -> int:
    """Is asked before that many bytes are taken; gives them back.

    Raises:
        ResourceExhaustedError: they are more than there is room for.
    """
    require_room(size)
    return size


_FUNCTIONS = {"python_go_on": go_on, "python_take": take}

# `i64 ask(function, number)` calls a Python function of a number that gives one; 0 where it raised an error.
ASK = """
@python_go_on = external global i8
@python_take = external global i8
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare ptr @PyLong_FromLongLong(i64)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyErr_Occurred()

define internal i64 @ask(ptr %function, i64 %number) noinline cold nounwind {
  %state = call i32 @PyGILState_Ensure()
  %args = alloca ptr
  %given = call ptr @PyLong_FromLongLong(i64 %number)
  store ptr %given, ptr %args
  %result = call ptr @PyObject_Vectorcall(ptr %function, ptr %args, i64 1, ptr null)
  call void @Py_DecRef(ptr %given)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %done, label %good
good:
  %answer = call i64 @PyLong_AsLongLong(ptr %result)
  call void @Py_DecRef(ptr %result)
  br label %done
done:
  %told = phi i64 [ 0, %0 ], [ %answer, %good ]
  call void @PyGILState_Release(i32 %state)
  ret i64 %told
}
"""


def python_symbols() -> dict[str, int]:
    """The addresses of the functions that are asked."""
    return {name: id(function) for name, function in _FUNCTIONS.items()}

"""The garbage collector runs less often in a scope, and as before after the last one."""

from __future__ import annotations

import contextlib
import gc
import os
import threading

import pytest

import stagelight as tf
from stagelight.garbage_collection import _THRESHOLD, collect_rarely


@pytest.fixture(autouse=True)
def _usual_thresholds():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 5)
    yield
    gc.set_threshold(*before)


@contextlib.contextmanager
def other_thread_in_scope():
    """Another thread is in a scope for as long as the block runs."""
    inside, leave = threading.Event(), threading.Event()

    def other():
        with collect_rarely():
            inside.set()
            leave.wait()

    thread = threading.Thread(target=other)
    thread.start()
    inside.wait()
    yield
    leave.set()
    thread.join()


def test_thresholds_are_as_before_after_the_outermost_scope():
    with collect_rarely():
        with pytest.raises(KeyError), collect_rarely():
            raise KeyError
        assert gc.get_threshold()[0] == _THRESHOLD
    assert gc.get_threshold() == (700, 10, 5)


def test_the_last_thread_to_leave_puts_them_back():
    with contextlib.ExitStack() as outer:
        with collect_rarely():
            outer.enter_context(other_thread_in_scope())
        assert gc.get_threshold()[0] == _THRESHOLD
    assert gc.get_threshold() == (700, 10, 5)


@pytest.mark.parametrize("own", [0, _THRESHOLD + 1])
def test_what_the_program_has_set_stays(own):
    gc.set_threshold(own, 10, 5)
    with collect_rarely():
        assert gc.get_threshold() == (own, 10, 5)
    assert gc.get_threshold() == (own, 10, 5)


def test_what_the_program_sets_in_the_scope_stays():
    with collect_rarely():
        gc.set_threshold(1000, 7, 7)
    assert gc.get_threshold() == (1000, 7, 7)


def test_traces_and_compilation_are_such_scopes():
    seen = []

    @tf.function
    def function(x):
        seen.append(gc.get_threshold()[0])
        return x + 1.0

    for size in (2, 3):
        assert float(function(tf.zeros([size]))[0]) == 1.0
    assert seen
    assert set(seen) == {_THRESHOLD}
    assert gc.get_threshold() == (700, 10, 5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_within_a_scope_of_another_thread_has_scopes_that_end():
    with other_thread_in_scope():
        child = os.fork()
        if not child:
            with collect_rarely():
                pass
            os._exit(gc.get_threshold() != (700, 10, 5))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

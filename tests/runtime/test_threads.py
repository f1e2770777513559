"""The pool of heavy steps: it cannot wait for itself, tells errors, and survives a fork."""

from __future__ import annotations

import os
import threading

import pytest

from stagelight.runtime.threads import submit


def test_a_call_runs_in_another_thread_and_gives_its_result():
    future = submit(lambda a, b=0: (threading.get_ident(), a + b), 1, b=2)
    thread, total = future.result(30)
    assert thread != threading.get_ident()
    assert total == 3


def test_steps_within_steps_do_not_wait_for_a_free_thread():
    """However many there are: each holds a thread while it waits for those inside."""

    def outer(i):
        return sum(submit(lambda j=j: j, j).result() for j in range(i))

    futures = [submit(outer, i) for i in range(100)]
    assert [future.result(30) for future in futures] == [i * (i - 1) // 2 for i in range(100)]


def test_an_error_comes_out_where_the_result_is_asked_for():
    def fail():
        raise KeyError("a")

    def within():
        return submit(fail).result()

    for future in (submit(fail), submit(within)):
        with pytest.raises(KeyError, match="a"):
            future.result(30)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a POSIX call")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own():
    """Also one that is forked while the pool is being asked for."""
    submit(lambda: None).result(30)
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            submit(lambda: None).result()

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for _ in range(20):
            child = os.fork()
            if not child:
                os._exit(_status_of(lambda: submit(lambda: 7).result(20) == 7))
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        asking.join()


def _status_of(check):
    """0 if a check holds, 1 if not or if it takes too long: the child must end."""
    threading.Timer(25, os._exit, (2,)).start()
    try:
        return 0 if check() else 1
    except BaseException:  # noqa: BLE001 - told by the status
        return 1

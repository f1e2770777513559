"""Loops are shared by threads: each chunk runs once, whoever calls, whatever else goes on."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from stagelight import config
from stagelight.codegen.machine import thread_pool
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.thread_pool import ThreadPool
from tests.processes import environment

# `count` adds one to each number of its chunk; `mark` writes each chunk's begin and end at its number;
# `nest` shares a loop over the columns of each row; `sign` writes for a while the thread's name and
# the signals it blocks at the chunk's number, `initial` for a few microseconds its name; `stay` goes on
# until it is told to end.
BODIES = """
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)
declare ptr @pthread_self()
declare i32 @pthread_sigmask(i32, ptr, ptr)

define void @count(ptr %numbers, i64 %begin, i64 %end) {
entry:
  br label %loop
loop:
  %i = phi i64 [%begin, %entry], [%next, %loop]
  %at = getelementptr i64, ptr %numbers, i64 %i
  %old = load i64, ptr %at
  %new = add i64 %old, 1
  store i64 %new, ptr %at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %end
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @mark(ptr %context, i64 %begin, i64 %end) {
  %grain = load i64, ptr %context
  %number = udiv i64 %begin, %grain
  %place = add i64 %number, 1
  %at = getelementptr <2 x i64>, ptr %context, i64 %place
  %pair = insertelement <2 x i64> poison, i64 %begin, i32 0
  %both = insertelement <2 x i64> %pair, i64 %end, i32 1
  store <2 x i64> %both, ptr %at, align 8
  ret void
}

define void @nest(ptr %numbers, i64 %begin, i64 %end) {
entry:
  br label %loop
loop:
  %i = phi i64 [%begin, %entry], [%next, %loop]
  %first = mul i64 %i, 100
  %row = getelementptr i64, ptr %numbers, i64 %first
  call void @stagelight_parallel_for(ptr @count, ptr %row, i64 100, i64 7)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %end
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @sign(ptr %names, i64 %begin, i64 %end) {
entry:
  %me = call ptr @pthread_self()
  %at = getelementptr <2 x ptr>, ptr %names, i64 %begin
  %signals = getelementptr ptr, ptr %at, i64 1
  %set = alloca [16 x i64]
  %error = call i32 @pthread_sigmask(i32 0, ptr null, ptr %set)
  %blocked = load i64, ptr %set
  store i64 %blocked, ptr %signals
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  store volatile ptr %me, ptr %at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 300000
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @initial(ptr %names, i64 %begin, i64 %end) {
entry:
  %me = call ptr @pthread_self()
  %at = getelementptr ptr, ptr %names, i64 %begin
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  store volatile ptr %me, ptr %at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 5000
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @stay(ptr %counter, i64 %begin, i64 %end) {
entry:
  br label %loop
loop:
  %now = load atomic i64, ptr %counter seq_cst, align 8
  %is_over = icmp ne i64 %now, 0
  br i1 %is_over, label %done, label %loop
done:
  ret void
}
"""


@pytest.fixture(scope="module", params=["futex", "condition", None])
def pool(request):
    if request.param is not None and sys.platform == "win32":
        pytest.skip("threads of a pool are POSIX threads")
    if request.param == "futex" and not sys.platform.startswith("linux"):
        pytest.skip("futexes are Linux's")
    pool = ThreadPool(request.param)
    pool.resize(4)
    yield pool
    pool.resize(1)


@pytest.fixture(scope="module")
def body(pool):
    module = compile_module(BODIES, {"stagelight_parallel_for": pool.address})
    return module.address


@pytest.mark.parametrize("grain", [-1, 0, 1, 7, 1000, 100000])
@pytest.mark.parametrize("total", [-5, 0, 1, 6, 7, 13, 14, 1000, 5003])
def test_each_index_is_done_once(pool, body, total, grain):
    numbers = np.zeros(max(total, 0) + 1, np.int64)
    pool.parallel_for(body("count"), numbers.ctypes.data, total, grain)
    assert (numbers[:-1] == 1).all()
    assert numbers[-1] == 0


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_chunks_do_not_depend_on_the_number_of_threads(pool, body, threads):
    pool.resize(threads)
    for total, grain in [(100, 7), (98, 7), (97, 7), (6, 7), (1, 1), (5, 1)]:
        chunks = max(total // grain, 1)
        context = np.zeros((chunks + 2, 2), np.int64)
        context[0, 0] = grain
        pool.parallel_for(body("mark"), context.ctypes.data, total, grain)
        begins = np.arange(chunks) * grain
        ends = np.append(begins[1:], total)
        np.testing.assert_array_equal(context[1:-1], np.stack([begins, ends], axis=1))
        assert (context[-1] == 0).all()
    pool.resize(4)


def test_loops_one_after_the_other_are_all_done(pool, body):
    numbers = np.zeros(5003, np.int64)
    for _ in range(3000):
        pool.parallel_for(body("count"), numbers.ctypes.data, len(numbers), 100)
    assert (numbers == 3000).all()


def test_loops_after_pauses_are_all_done(pool, body):
    """The workers sleep meanwhile."""
    numbers = np.zeros(5003, np.int64)
    pause = threading.Event()
    for _ in range(50):
        pool.parallel_for(body("count"), numbers.ctypes.data, len(numbers), 100)
        pause.wait(0.002)
    assert (numbers == 50).all()


def test_a_body_may_share_a_loop(pool, body):
    numbers = np.zeros((50, 100), np.int64)
    pool.parallel_for(body("nest"), numbers.ctypes.data, 50, 1)
    assert (numbers == 1).all()


def test_threads_share_loops_at_once(pool, body):
    numbers = np.zeros((6, 5003), np.int64)

    def work(row):
        for _ in range(300):
            pool.parallel_for(body("count"), row.ctypes.data, len(row), 100)

    threads = [threading.Thread(target=work, args=(row,)) for row in numbers]
    for thread in threads:
        thread.start()
    for _ in range(20):
        for size in (1, 3, 6):
            pool.resize(size)
    for thread in threads:
        thread.join()
    pool.resize(4)
    assert (numbers == 300).all()


def test_threads_take_part_in_long_loops(pool, body):
    entries = np.zeros((200, 2), np.uint64)
    pool.parallel_for(body("sign"), entries.ctypes.data, len(entries), 1)
    names = entries[:, 0]
    assert names.all()
    if pool._has_threads:
        assert 2 <= len(set(names)) <= 4
    else:
        assert len(set(names)) == 1


def test_threads_take_part_in_short_loops_that_follow_each_other(pool, body):
    """None is worth a wake by itself."""
    names = np.zeros(8, np.uint64)
    seen = set()
    give_up = time.monotonic() + 20
    while len(seen) < 2 and time.monotonic() < give_up:
        time.sleep(0.01)  # All fall asleep.
        for _ in range(500):
            pool.parallel_for(body("initial"), names.ctypes.data, len(names), 1)
            seen.update(names.tolist())
        if not pool._has_threads:
            break
    assert len(seen) > 1 if pool._has_threads else len(seen) == 1


def test_workers_leave_signals_to_pythons_threads(pool, body):
    """Or else a signal would not end a wait of the main thread."""
    if not hasattr(signal, "pthread_sigmask"):
        pytest.skip("this system has no such signals")
    entries = np.zeros((200, 2), np.uint64)
    pool.parallel_for(body("sign"), entries.ctypes.data, len(entries), 1)
    own = entries[:, 0] == threading.get_ident()

    def blocks(number):
        return entries[:, 1] >> np.uint64(number - 1) & np.uint64(1) == 1

    assert blocks(signal.SIGINT)[~own].all()
    assert not blocks(signal.SIGSEGV).any()
    assert not blocks(signal.SIGINT)[own].any()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_threads_start_with_the_first_loop_and_stop(pool, body):
    if not pool._has_threads:
        pytest.skip("a pool without threads")
    pool.resize(3)
    assert pool.workers() == 0
    numbers = np.zeros(10, np.int64)
    pool.parallel_for(body("count"), numbers.ctypes.data, 10, 1)
    assert pool.workers() == 2
    pool.resize(1)
    assert pool.workers() == 0
    pool.parallel_for(body("count"), numbers.ctypes.data, 10, 1)
    assert pool.workers() == 0
    assert (numbers == 2).all()
    pool.resize(4)


def test_the_settings_say_how_many_threads_there_are():
    pool = thread_pool.the_pool()
    assert thread_pool.the_pool() is pool
    assert thread_pool.pool_symbols() == {
        "stagelight_parallel_for": pool.address,
        "stagelight_pool_threads": pool.threads_address,
    }
    threads_of_pool = ctypes.CFUNCTYPE(ctypes.c_int64)(pool.threads_address)
    module = compile_module(BODIES, thread_pool.pool_symbols())
    numbers = np.zeros(10, np.int64)
    for threads in (1, 3, 2):
        with config.changed(intra_op_threads=threads):
            assert thread_pool.thread_count() == threads
            pool.parallel_for(module.address("count"), numbers.ctypes.data, 10, 1)
            assert pool.workers() == (threads - 1 if sys.platform != "win32" else 0)
            assert threads_of_pool() == (threads if sys.platform != "win32" else 1)
    with config.changed(intra_op_threads=0):
        assert thread_pool.thread_count() == config.available_cpus()
    assert (numbers == 3).all()


FORK = """
import os, sys, threading
import numpy as np
from tests.codegen.machine.test_thread_pool import BODIES
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.thread_pool import ThreadPool

pool = ThreadPool(sys.argv[1])
pool.resize(3)
body = compile_module(BODIES, {"stagelight_parallel_for": pool.address})
count = body.address("count")

def loops(times):
    numbers = np.zeros(5003, np.int64)
    for _ in range(times):
        pool.parallel_for(count, numbers.ctypes.data, len(numbers), 100)
    assert (numbers == times).all()

loops(10)
stop = threading.Event()
def go_on():
    while not stop.is_set():
        loops(10)
thread = threading.Thread(target=go_on)
thread.start()
for _ in range(30):
    child = os.fork()
    if not child:
        assert pool.workers() == 0
        loops(20)
        assert pool.workers() == 2
        grandchild = os.fork()
        if not grandchild:
            loops(20)
            os._exit(0)
        os._exit(os.waitpid(grandchild, 0)[1])
    assert os.waitpid(child, 0)[1] == 0
    loops(5)
stop.set()
thread.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("sleep", ["futex", "condition"])
def test_forked_children_have_threads_of_their_own(sleep):
    if sleep == "futex" and not sys.platform.startswith("linux"):
        pytest.skip("futexes are Linux's")
    assert run(FORK, sleep) == "done\n"


EXIT = """
import ctypes, threading, time
import numpy as np
from tests.codegen.machine.test_thread_pool import BODIES
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.thread_pool import the_pool
from stagelight import config
config.change(intra_op_threads=3)
pool = the_pool()
body = compile_module(BODIES, {"stagelight_parallel_for": pool.address})
numbers = np.zeros(5003, np.int64)
pool.parallel_for(body.address("count"), numbers.ctypes.data, len(numbers), 100)
if IS_STUCK:
    counter = ctypes.c_int64(0)
    threading.Thread(
        target=pool.parallel_for, args=(body.address("stay"), ctypes.addressof(counter), 2, 1), daemon=True
    ).start()
    time.sleep(0.1)
print("done")
"""


@pytest.mark.parametrize("is_stuck", [False, True])
def test_a_process_ends_with_its_threads(is_stuck):
    assert run(f"IS_STUCK = {is_stuck}\n" + EXIT) == "done\n"


def run(program: str, *arguments: str) -> str:
    """What the program prints in a process of its own, which must end well."""
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True, text=True, timeout=120, check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout

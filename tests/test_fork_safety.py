"""A forked child waits for no lock that a thread held which is not in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading

import pytest

from stagelight import fork_safety
from stagelight.fork_safety import renewed_in_child
from stagelight.staging.line_lock import LineLock
from tests.architecture.source_tree import source_files
from tests.processes import environment

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

# Locks that are made in another way. File -> why.
OTHERWISE = {
    "codegen/machine/host.py": "held by the forking thread while it forks: LLVM has a lock of its own",
    "distribute/replica_threads.py": "replicas take turns with threads that are not in a child",
    "ops/resources/mutexes.py": "the object around it is renewed: it knows the thread that holds it",
    "staging/line_lock.py": "the object around it is renewed: it knows the line that holds it",
    "fork_safety.py": "says how",
}


def test_every_lock_is_renewed():
    made = re.compile(
        r"(?<!renewed_in_child\()threading\.(Lock|RLock|Condition|Semaphore|Event)\("
        r"|functools.*\bcached_property"  # Python 3.11's has a lock: `fork_safety` has another.
    )
    breaches = [
        f"{file.name}:{number}: {line.strip()}"
        for file in source_files()
        if not any(file.name.endswith(name) for name in OTHERWISE)
        for number, line in enumerate(file.path.read_text(encoding="utf-8").splitlines(), 1)
        if made.search(line)
    ]
    assert not breaches


def in_child(function) -> int:
    child = os.fork()
    if not child:
        code = 1
        try:
            code = 0 if function() else 2
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def held_elsewhere(lock):
    """Lets another thread hold a lock until the event is set."""
    has, may_end = threading.Event(), threading.Event()

    def hold():
        with lock:
            has.set()
            may_end.wait(60)

    threading.Thread(target=hold, daemon=True).start()
    assert has.wait(60)
    return may_end


@pytest.mark.parametrize("make", [threading.Lock, threading.RLock, threading.Condition])
def test_what_another_thread_holds_is_free_in_the_child(make):
    lock = renewed_in_child(make())
    may_end = held_elsewhere(lock)
    assert in_child(lambda: lock.acquire(timeout=1)) == 0
    may_end.set()


@pytest.mark.parametrize("make", [threading.RLock, lambda: LineLock(lambda: None)])
def test_what_the_forking_thread_holds_stays(make):
    lock = renewed_in_child(make())

    def leaves():
        lock.__exit__(None, None, None)
        return True

    with lock:
        assert in_child(leaves) == 0
        taken = threading.Thread(target=lambda: lock.__enter__(), daemon=True)
        taken.start()
        taken.join(0.05)
        assert taken.is_alive()


@pytest.mark.slow
def test_all_locks_of_a_process_are_free_in_a_child():
    """Whatever locks there are after a day's work: each held by another thread."""
    found = [x for x in list(fork_safety._locks) if hasattr(x, "acquire")]
    ends = [held_elsewhere(x) for x in found if x.acquire(False) and x.release() is None]
    assert in_child(lambda: all(x.acquire(timeout=1) for x in found)) == 0
    for may_end in ends:
        may_end.set()


@pytest.mark.parametrize("longest_wait", ["10.0", "0.0"])
def test_a_child_imports_what_another_thread_is_importing(longest_wait):
    """The fork waits for it; where it does not, the child imports the module anew."""
    program = """
import os, sys, threading, time, tempfile
import stagelight as tf
folder = tempfile.mkdtemp()
open(folder + "/slow_module.py", "w").write("import time\\ntime.sleep(0.5)\\nx = 1\\n")
sys.path.append(folder)
from stagelight import fork_safety
fork_safety._IMPORTED_LATE += ("slow_module",)
fork_safety._LONGEST_WAIT = float(sys.argv[1])
thread = threading.Thread(target=lambda: __import__("slow_module"))
thread.start()
time.sleep(0.1)
child = os.fork()
if not child:
    import slow_module
    os._exit(7 if slow_module.x == 1 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run(program, 20, longest_wait).split() == ["7"]


WORK = """
import faulthandler, os, sys, threading, time
import stagelight as tf
stop = threading.Event()
variable = tf.Variable([1.0, 2.0])
known = tf.function(lambda x: x * 2.0 + tf.sin(x))
known(tf.ones([3]))

def first_calls():
    for i in range(10**6):
        if stop.is_set(): return
        function = tf.function(lambda x: tf.reduce_sum(x * float(i)) + variable)
        function(tf.ones([2 + i % 7]))
        variable.assign_add([1.0, 1.0])

def pipelines():
    while not stop.is_set():
        list(tf.data.Dataset.range(5).map(lambda x: x + 1, num_parallel_calls=2).prefetch(1))
        tf.random.normal([3])

def gradients():
    while not stop.is_set():
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(variable * variable)
        tape.gradient(y, variable)
        tf.linalg.inv(tf.eye(3)), tf.signal.fft(tf.ones([4], tf.complex64))

threads = [threading.Thread(target=x, daemon=True) for x in (first_calls, pipelines, gradients)]
for thread in threads: thread.start()

def child():
    faulthandler.dump_traceback_later(60.0, exit=True)
    tf.function(lambda x: tf.cos(x) * 2.0 + variable)(tf.ones([2]))
    known(tf.ones([3])), variable.assign([2.0, 1.0]), tf.random.normal([2])
    with tf.GradientTape() as tape:
        y = variable * variable
    tape.gradient(y, variable)
    list(tf.data.Dataset.range(5).map(lambda x: x + 1, num_parallel_calls=2).prefetch(1))

for _ in range(int(sys.argv[1])):
    time.sleep(0.02)
    number = os.fork()
    if not number:
        child()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    if code: sys.exit(f"a child ended with {code}")
stop.set()
print("done", flush=True)
os._exit(0)
"""


def run(program: str, seconds: float, *arguments: str) -> str:
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_children_of_a_program_at_work_go_on(count):
    assert run(WORK, 900, str(count)) == "done\n"

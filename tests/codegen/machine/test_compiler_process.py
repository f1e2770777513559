"""LLVM's process may end at any module: this one goes on, in whatever surroundings it lives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight import config, errors
from stagelight.codegen.machine import compiler_process, host
from stagelight.codegen.machine.compiler import compile_module, compile_object
from stagelight.codegen.machine.compiler_process import _TheProcess
from stagelight.runtime import compile_failures
from tests.processes import environment

pytestmark = pytest.mark.skipif(
    not hasattr(os, "posix_spawn"), reason="LLVM runs in this process here"
)


def text(number: int = 0) -> str:
    return f"define i64 @f() {{\n  ret i64 {number}\n}}\n"


# The code generator of one processor has no instruction for another's: LLVM ends its process.
FOREIGN = "llvm.ppc.divde" if "x86" in host.host_target().triple else "llvm.x86.sse42.crc32.64.64"
FATAL = f"""
declare i64 @{FOREIGN}(i64, i64)
define i64 @f(i64 %x) {{
  %y = call i64 @{FOREIGN}(i64 %x, i64 %x)
  ret i64 %y
}}
"""


def test_llvm_may_end_its_process(capfd):
    for _ in range(2):
        with pytest.raises(errors.InternalError, match=r"LLVM ended the compiler process.*select"):
            compile_module(FATAL)
        assert compile_object(text())
    assert capfd.readouterr() == ("", "")


def test_a_module_that_ended_the_process_is_not_tried_again(monkeypatch):
    with pytest.raises(errors.InternalError):
        compile_module(FATAL)
    asked = []
    monkeypatch.setattr(compiler_process, "_ask", asked.append)
    with pytest.raises(errors.InternalError, match="LLVM ended the compiler process"):
        compile_module(FATAL)
    assert not asked


@pytest.mark.parametrize("sizes", [[3], [None]])
def test_the_host_runs_what_ended_the_process(sizes, monkeypatch):
    monkeypatch.setattr(compile_failures, "_told", set())
    x = tf.constant([0.5, 1.0, 2.0])
    with config.changed(aborts_compiler_at="@entry", compilation_cache=None):
        staged = tf.function(
            lambda x: tf.tanh(x) * 2.0, input_signature=[tf.TensorSpec(sizes, tf.float32)]
        )
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            np.testing.assert_array_equal(staged(x), tf.tanh(x) * 2.0)
    (warning,) = caught
    assert "LLVM ended the compiler process" in str(warning.message)
    assert "Aborted" in str(warning.message)


def long_chain(additions: int) -> str:
    lines = "".join(f"  %x{i + 1} = fadd float %x{i}, {i}.0\n" for i in range(additions))
    return f"define float @f(float %x0) {{\n{lines}  ret float %x{additions}\n}}\n"


@pytest.fixture
def small_processes():
    """Compiler processes that are started in it may take 300 MB, of which 260 are there at the start."""
    with config.changed(compiler_bytes=300 << 20, compilation_cache=None):
        if _TheProcess.idle is not None:
            _TheProcess.idle.close()
            _TheProcess.idle = None
        yield
        if _TheProcess.idle is not None:
            _TheProcess.idle.close()
            _TheProcess.idle = None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits of address space")
def test_a_runaway_compilation_ends_at_its_limit_of_memory(small_processes):
    with pytest.raises(errors.InternalError, match="LLVM ended the compiler process"):
        compile_object(long_chain(100_000), "light")
    assert compile_object(long_chain(10), "light")


def test_lower_limits_of_the_program_hold_for_the_compiler_process():
    program = """
import resource
from stagelight.codegen.machine.compiler import compile_object
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.RLIM_INFINITY))
compile_object("define i64 @f() {\\n  ret i64 1\\n}\\n")
from stagelight.codegen.machine.compiler_process import _TheProcess
from tests.codegen.machine.test_compiler_process import process_of
print(open(f"/proc/{process_of(_TheProcess.idle)}/limits").read())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("Max address space")]
    assert line.split()[3] == str(1 << 30)


def test_a_process_compiles_so_many_modules(monkeypatch):
    """LLVM keeps memory of every module."""
    connect, connections = compiler_process._connect, []
    monkeypatch.setattr(compiler_process, "_REQUESTS_PER_PROCESS", 3)
    monkeypatch.setattr(
        compiler_process, "_connect", lambda: connections.append(connect()) or connections[-1]
    )
    monkeypatch.setattr(_TheProcess, "idle", None)
    for number in range(9):
        assert compile_object(text(number))
    assert [x.requests for x in connections] == [3, 3, 3]
    assert not set(connections) & set(_TheProcess.connections)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_a_process_grows_little_by_a_module():
    def size() -> int:
        with open(f"/proc/{process_of(_TheProcess.idle)}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if _TheProcess.idle is not None:
        _TheProcess.idle.close()
        _TheProcess.idle = None
    compile_object(long_chain(1), "light")
    process = _TheProcess.idle
    sizes = []
    for number in range(2, 602):
        compile_object(long_chain(3).replace("@f", f"@f{number}"), "light")
        sizes.append(size() if number % 200 == 1 else 0)
    first, *_, last = filter(None, sizes)
    assert _TheProcess.idle is process
    assert (last - first) / 400 < 3000


def test_a_process_that_was_killed_is_replaced():
    compile_object(text())
    connection = _TheProcess.idle
    os.kill(process_of(connection), signal.SIGKILL)
    assert compile_object(text(1))
    assert _TheProcess.idle is not connection


def process_of(connection) -> int:
    """The process at the other end of a pipe."""
    place = os.fstat(connection._requests)
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                if os.path.samestat(os.stat(f"/proc/{name}/fd/0"), place):
                    return int(name)
            except OSError:
                continue
    raise AssertionError("no process has the other end")


def test_it_is_no_child():
    compile_object(text())
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_threads_may_compile_at_once():
    failures = []

    def work(number):
        for i in range(10):
            found = compile_module(text(100 * number + i))
            if found.address("f") == 0:
                failures.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert not any(thread.is_alive() for thread in threads)


# Text that takes LLVM a second.
LONG = "define i64 @f(i64 %v0) {\n" + "\n".join(
    f"  %a{i} = mul i64 %v{i}, %v{i}\n  %v{i + 1} = xor i64 %a{i}, {i}" for i in range(500)
) + "\n  ret i64 %v500\n}\n"  # fmt: skip


def interrupted_after(seconds: float, handler) -> None:
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        compile_object(LONG, "light")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def test_an_interrupted_compilation_leaves_no_reply_for_the_next():
    def interrupt(*_):
        raise KeyboardInterrupt

    compile_object(text())
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(0.03, interrupt)
    assert not _TheProcess.connections
    assert compile_object(text(2)) == compile_object(text(2))
    assert len(compile_object(text(2))) < 10_000


def test_a_handler_may_compile_while_its_thread_waits_for_llvm():
    codes = []
    compile_object(text())
    interrupted_after(0.03, lambda *_: codes.append(compile_object(text(3))))
    assert codes == [compile_object(text(3))]


def test_without_an_interpreter_llvm_runs_here(monkeypatch):
    expected = compile_object(text(4))
    monkeypatch.setattr(_TheProcess, "idle", None)
    monkeypatch.setattr(_TheProcess, "is_available", True)
    monkeypatch.setattr(compiler_process, "_interpreter", lambda: None)
    compiler_process.start_compiler_process()
    assert not _TheProcess.is_available
    assert compile_object(text(4)) == expected


@pytest.mark.parametrize("executable", ["", "/bin/sh", sys.executable])
def test_only_a_python_is_started(executable, monkeypatch):
    """An application that has Python inside must not be started a second time."""
    monkeypatch.setattr(sys, "executable", executable)
    compiler_process._interpreter.cache_clear()
    try:
        path = compiler_process._interpreter()
    finally:
        compiler_process._interpreter.cache_clear()
    is_python = os.path.basename(executable).startswith("python")
    assert path == executable if is_python else path is None or "python" in path


def run(program: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", PRELUDE + program],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


PRELUDE = """
import os, signal, sys
from stagelight.codegen.machine.compiler import compile_object
from stagelight.codegen.machine.compiler_process import _TheProcess
def text(number):
    return f"define i64 @f() {{\\n  ret i64 {number}\\n}}\\n"
def check():
    compile_object(text(1))
    assert _TheProcess.is_available and _TheProcess.connections
"""

SURROUNDINGS = {
    "no standard files": "for i in range(3): os.close(i)\ncheck()\nos._exit(7)",
    "no standard input": "os.close(0)\ncheck()\nos._exit(7)",
    "broken pipes end the process": """
import time
from tests.codegen.machine.test_compiler_process import process_of
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
check()
os.kill(process_of(_TheProcess.idle), signal.SIGKILL)
time.sleep(0.5)
check(); os._exit(7)""",
    "the program closes all files": """
check()
os.closerange(3, 256)
import tempfile
files = [tempfile.TemporaryFile() for _ in range(8)]
check()
assert not any(os.fstat(x.fileno()).st_size for x in files)
os._exit(7)""",
    "a child at its first compilation": """
child = os.fork()
check()
if not child: os._exit(7)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))""",
    "a child of one that has compiled": """
check()
child = os.fork()
if not child: assert not _TheProcess.connections; check(); os._exit(7)
check()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))""",
    "the end of the interpreter": """
import atexit
atexit.register(lambda: (check(), os._exit(7)))""",
    "children are not waited for": "signal.signal(signal.SIGCHLD, signal.SIG_IGN); check(); sys.exit(7)",
    "the program waits for all children": """
check()
try:
    while True: os.wait()
except ChildProcessError: sys.exit(7)""",
    "a directory that is gone": """
import tempfile
with tempfile.TemporaryDirectory() as directory: os.chdir(directory)
check(); sys.exit(7)""",
}


@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_it_works_in(surroundings):
    found = run(SURROUNDINGS[surroundings])
    assert found.returncode == 7, found.stderr
    assert found.stderr == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("end", ["sys.exit(0)", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_it_ends_with_the_process(end):
    program = """
check()
from tests.codegen.machine.test_compiler_process import process_of
print(process_of(_TheProcess.idle), flush=True)
"""
    number = int(run(program + end).stdout)
    for _ in range(200):
        try:
            with open(f"/proc/{number}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except FileNotFoundError:
            return
        time.sleep(0.05)
    raise AssertionError("the compiler process is still there")

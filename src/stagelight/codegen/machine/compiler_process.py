"""The compiler process: LLVM generates code in a process of its own, which it may end.

LLVM ends its process where an assertion of its own fails, by `abort`. No list of what fails keeps up with its
versions, so it runs elsewhere: a small Python that has llvmlite and nothing else, started once (45 ms of
processor time, beside the first trace) and asked again for each module (0.1 ms). If it ends at a module, a
fresh one is asked once more, since anybody may have killed it; if that one ends too, the error is
`InternalError`, and the host does the work. See decision 40.

It ends when its pipe is closed: with this process, however that ends. It is no child of this process
(`os.wait` does not see it) and in no process group of ours (Ctrl-C does not reach it). A forked child starts
its own.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import cache

from stagelight import config, errors
from stagelight.codegen.machine.host import llvm_lock
from stagelight.codegen.machine.llvm_compiler import (
    CompileRequest,
    compile_text,
    read_message,
    write_message,
)
from stagelight.fork_safety import renewed_in_child

_START = "import sys; sys.path += sys.argv[2:]; import llvm_compiler; llvm_compiler.serve(int(sys.argv[1]))"
_LONGEST_MESSAGE = 1 << 16
_ATTEMPTS = 2
# LLVM keeps 1 to 3 KB of each module that went through passes, which llvmlite cannot free.
_REQUESTS_PER_PROCESS = 2048


class _Ended(Exception):
    """The compiler process has ended; with what it said last."""


class _Unavailable(Exception):
    """There can be no compiler process here."""


class _Connection:
    """The pipes to one compiler process.

    Attributes:
        requests: how many it was asked.
    """

    def __init__(self, interpreter: str, folders: tuple[str, ...]) -> None:
        """Starts the process, and does not wait for it.

        Raises:
            OSError: the system allows none.
        """
        theirs, ours = [], []
        try:
            for writes_here in (True, False, False):
                pair = _pipe()
                ours.append(pair[writes_here])
                theirs.append(pair[not writes_here])
            memory = str(config.current.compiler_bytes)
            arguments = [interpreter, "-I", "-S", "-c", _START, memory, *folders]
            self._starter: int | None = os.posix_spawn(
                interpreter,
                arguments,
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, file, i) for i, file in enumerate(theirs)],
                setpgroup=0,
                setsigmask=(),
                setsigdef=(signal.SIGINT, signal.SIGTERM, signal.SIGPIPE),
            )
        except BaseException:
            for file in ours:
                os.close(file)
            raise
        finally:
            for file in theirs:
                os.close(file)
        # By their numbers alone, files that the program opened could be taken for ours.
        self._files = {file: os.fstat(file) for file in ours}
        self._requests, self._replies, self._messages = ours
        self._is_ready = False
        self.requests = 0
        _TheProcess.connections.append(self)

    def ask(self, request: CompileRequest) -> tuple[bool, bytes]:
        """The reply to a request.

        Raises:
            _Ended: the process is gone.
            _Unavailable: it never came.
        """
        self.send(request)
        return self.receive()

    def send(self, request: CompileRequest) -> None:
        """Gives the process a request, which it begins with at once; errors as of `ask`."""
        if not all(map(self._is_ours, self._files)):
            raise _Ended("the program closed its pipe")
        self.requests += 1
        try:
            if not self._is_ready:
                self._wait_until_ready()
            with _without_broken_pipe_signal():
                write_message(self._requests, tuple(request))
        except (EOFError, BrokenPipeError):
            raise _Ended(self._last_words()) from None

    def receive(self) -> tuple[bool, bytes]:
        """The reply to the request that was sent; errors as of `ask`."""
        try:
            reply: tuple[bool, bytes] = read_message(self._replies)
        except EOFError:
            raise _Ended(self._last_words()) from None
        return reply

    def _wait_until_ready(self) -> None:
        self._reap_starter()
        try:
            read_message(self._replies)
        except EOFError:
            raise _Unavailable(self._last_words()) from None
        self._is_ready = True

    def _reap_starter(self) -> None:
        """Waits for the process whose orphan the compiler process is; it ends soon after its start."""
        if self._starter is not None:
            with contextlib.suppress(
                ChildProcessError
            ):  # The program has waited for it, or is a fork.
                os.waitpid(self._starter, 0)
            self._starter = None

    def _last_words(self) -> str:
        os.set_blocking(self._messages, False)
        try:
            said = os.read(self._messages, _LONGEST_MESSAGE).decode(errors="replace")
        except BlockingIOError:
            said = ""
        return next((line.strip() for line in said.splitlines() if line.strip()), "it said nothing")

    def close(self) -> None:
        """Ends the process, whatever it is at."""
        with contextlib.suppress(ValueError):
            _TheProcess.connections.remove(self)
        for file in self._files:
            if self._is_ours(file):
                os.close(file)
        self._reap_starter()

    def _is_ours(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), self._files[file])
        except OSError:
            return False


class _TheProcess:
    """Holds the connection, once there is one, and says whether there can be any.

    Attributes:
        lock: held while a request is being answered.
        idle: the connection; not while it is used: a signal's handler that compiles starts another.
        connections: all that are open.
        is_available: whether there can be a process.
        refused: what was said at the end of processes by the request that ended them.
    """

    lock = renewed_in_child(threading.RLock())
    idle: _Connection | None = None
    connections: list[_Connection] = []
    is_available = hasattr(os, "posix_spawn") and hasattr(os, "fork")
    refused: dict[CompileRequest, str] = {}


def start_compiler_process() -> None:
    """Starts the process, unless there is one, so that it is ready when it is needed."""
    if _TheProcess.idle is None and _TheProcess.is_available and _TheProcess.lock.acquire(False):
        try:
            if _TheProcess.idle is None:
                _TheProcess.idle = _connect()
        except _Unavailable:
            _TheProcess.is_available = False
        finally:
            _TheProcess.lock.release()


def compile_elsewhere(request: CompileRequest) -> bytes:
    """What `compile_text` gives, from the compiler process.

    Where there can be none (Windows, programs without a Python interpreter, sandboxes), LLVM runs here.

    Raises:
        RuntimeError: LLVM refuses the text.
        InternalError: LLVM ended its process.
    """
    with _TheProcess.lock:
        if request in _TheProcess.refused:
            raise _ended_at(_TheProcess.refused[request])
        said = ""
        for _ in range(_ATTEMPTS if _TheProcess.is_available else 0):
            try:
                done, reply = _ask(request)
            except _Ended as error:
                said = str(error)
            except _Unavailable:
                _TheProcess.is_available = False
                break
            else:
                if done:
                    return reply
                raise RuntimeError(reply.decode(errors="replace"))
        if _TheProcess.is_available:
            _TheProcess.refused[request] = said
            raise _ended_at(said)
    with llvm_lock:
        return compile_text(request)


def compile_side_by_side(requests: Sequence[CompileRequest]) -> list[bytes]:
    """What `compile_elsewhere` gives for each request, from as many processes at the same time.

    Raises:
        RuntimeError: LLVM refuses a text.
        InternalError: LLVM ended its process.
    """
    replies: list[tuple[bool, bytes] | None] = [None] * len(requests)
    with _TheProcess.lock:
        if len(requests) > 1 and _TheProcess.is_available:
            replies = _ask_side_by_side(requests)
        found = []
        for request, reply in zip(requests, replies, strict=True):
            if reply is None:
                found.append(compile_elsewhere(request))
            elif reply[0]:
                found.append(reply[1])
            else:
                raise RuntimeError(reply[1].decode(errors="replace"))
        return found


def _ask_side_by_side(requests: Sequence[CompileRequest]) -> list[tuple[bool, bytes] | None]:
    """The reply to each request, each of a process of its own; None where that has ended, or never came."""
    connections: list[_Connection | None] = []
    try:
        for _ in requests:  # All start before the first is waited for.
            with contextlib.suppress(_Unavailable):
                connections.append(_TheProcess.idle or _connect())
                _TheProcess.idle = None
        connections += [None] * (len(requests) - len(connections))
        for i, request in enumerate(requests):
            connections[i] = _sent(connections[i], request)
        replies = [_received(connection) for connection in connections]
    except BaseException:  # Ctrl-C too: the replies would be taken for those of the next requests.
        for connection in connections:
            if connection is not None:
                connection.close()
        raise
    for connection, reply in zip(connections, replies, strict=True):
        if connection is not None and reply is not None:
            _keep(connection)
    return replies


def _sent(connection: _Connection | None, request: CompileRequest) -> _Connection | None:
    """The process, which has the request now; None, and its pipes closed, if it has ended."""
    if connection is not None:
        try:
            connection.send(request)
        except (_Ended, _Unavailable):
            connection.close()
            return None
    return connection


def _received(connection: _Connection | None) -> tuple[bool, bytes] | None:
    """The reply of a process; None, and its pipes closed, if it has ended."""
    if connection is not None:
        try:
            return connection.receive()
        except _Ended:
            connection.close()
    return None


def is_compiling() -> bool:
    """Whether a thread waits for LLVM."""
    if not _TheProcess.lock.acquire(False):
        return True
    _TheProcess.lock.release()
    return False


def _ask(request: CompileRequest) -> tuple[bool, bytes]:
    connection, _TheProcess.idle = _TheProcess.idle or _connect(), None
    try:
        reply = connection.ask(request)
    except BaseException:  # Ctrl-C too: the reply would be taken for the next request's.
        connection.close()
        raise
    _keep(connection)
    return reply


def _keep(connection: _Connection) -> None:
    """Keeps a process for the next request, unless there is one, or it has grown."""
    if _TheProcess.idle is None and connection.requests < _REQUESTS_PER_PROCESS:
        _TheProcess.idle = connection
    else:
        connection.close()


def _ended_at(said: str) -> errors.InternalError:
    return errors.InternalError(
        None, None, f"LLVM ended the compiler process while it compiled generated code: {said}"
    )


def _connect() -> _Connection:
    interpreter, llvmlite = _interpreter(), _folder_of("llvmlite")
    if interpreter is None or llvmlite is None:
        raise _Unavailable
    folders = (os.path.dirname(os.path.abspath(__file__)), os.path.dirname(llvmlite))
    try:
        return _Connection(interpreter, folders)
    except OSError as error:
        raise _Unavailable from error


def _folder_of(package: str) -> str | None:
    """Where a package is, which need not be imported for that."""
    try:
        found = importlib.util.find_spec(package)
    except ValueError:  # The program has put something else in its place.
        return None
    if found is None or not found.submodule_search_locations:
        return None
    return os.path.abspath(found.submodule_search_locations[0])


@cache
def _interpreter() -> str | None:
    """A Python interpreter; None in programs that bring Python with them as a library alone."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for path in (sys.executable, os.path.join(sys.base_exec_prefix, "bin", f"python{version}")):
        is_python = path and re.fullmatch(r"python[\d.]*[a-z]*", os.path.basename(path))
        if is_python and os.access(path, os.X_OK):
            return os.path.abspath(path)
    return None


def _pipe() -> tuple[int, int]:
    """A pipe whose numbers are none of the three standard files', which may be closed."""
    low: list[int] = []
    try:
        ends = []
        for end in os.pipe():
            file = end
            while file <= 2:
                low.append(file)
                file = os.dup(file)
            ends.append(file)
    finally:
        for file in low:
            os.close(file)
    return ends[0], ends[1]


@contextlib.contextmanager
def _without_broken_pipe_signal() -> Iterator[None]:
    """Writing to a pipe that nobody reads is an error, and no signal that ends the process.

    Python ignores the signal, unless it is embedded in a program that wants it.
    """
    if signal.getsignal(signal.SIGPIPE) is not signal.SIG_DFL:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE not in before and signal.SIGPIPE in signal.sigpending():
            signal.sigwait({signal.SIGPIPE})
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forget_process() -> None:
    """In a forked child: the process is the parent's."""
    _TheProcess.idle = None
    for connection in list(_TheProcess.connections):
        connection.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_process)

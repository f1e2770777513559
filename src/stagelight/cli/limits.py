"""Models that are not trusted run in a process of their own, with limits of memory and processor time."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from stagelight.cli.output import report_error

# How much later than the signal the system ends a process that does not come back to Python.
_GRACE_SECONDS = 1


def supervised(command: Callable[[], int], memory: float, seconds: int) -> int:
    """Runs a command in a process of its own, within limits; gives the exit code.

    One operation does not look at signals, and the system ends a process that takes more time or memory than
    it may: this one is left, and says so.

    Args:
        command: gives the exit code; it flushes what it writes.
        memory: in GiB.
        seconds: of processor time.
    """
    if not hasattr(os, "fork"):  # Windows has neither this nor such limits.
        print("stagelight: no limits of memory and time on this system", file=sys.stderr)
        return command()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os._exit(_limited(command, memory, seconds))
    while True:
        try:
            _, status, usage = os.wait4(child, 0)
        except KeyboardInterrupt:  # The other process has it too, and ends.
            continue
        break
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return code
    name = signal.Signals(-code).name
    # The system counts for its limit by ticks, and for its report by the clock.
    if usage.ru_utime + usage.ru_stime >= 0.9 * seconds and name in ("SIGXCPU", "SIGKILL"):
        reason = "the model took more processor time than it may (see --seconds)"
    else:
        reason = (
            f"the model ended its process ({name}); there may be too little memory (see --memory)"
        )
    report_error(reason)
    return 1


def _limited(command: Callable[[], int], memory: float, seconds: int) -> int:
    code = 1
    try:
        _limit(memory, seconds)
        code = command()
    except KeyboardInterrupt:
        code = 130
    return code


def _limit(memory: float, seconds: int) -> None:
    """Limits the memory, in GiB, and the processor time of this process."""
    import resource

    size = int(memory * 2**30)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if most < 0 else min(size, most), most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, _out_of_time)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + _GRACE_SECONDS))


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the model took more processor time than it may (see --seconds)")

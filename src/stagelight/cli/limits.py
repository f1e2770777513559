"""Limits of the process, for models that are not trusted."""

from __future__ import annotations

import signal
import sys
from types import FrameType


def limit(memory: float, seconds: int) -> None:
    """Limits the memory, in GiB, and the processor time of this process, where the system can.

    Raises:
        ValueError: the memory is not positive.
    """
    if memory <= 0:
        raise ValueError(f"--memory must be positive. Received: {memory}")
    try:
        import resource
    except ImportError:  # Windows has no such limits.
        print("stagelight: no limits of memory and time on this system", file=sys.stderr)
        return
    size = int(memory * 2**30)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if most < 0 else min(size, most), most))
    signal.signal(signal.SIGXCPU, _out_of_time)
    # A second later the system ends the process, should it not come back to Python.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the model took more processor time than it may (see --seconds)")

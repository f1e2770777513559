"""Processes that answer requests with one of the two libraries, and may be lost to one of them.

A request is pickled to the standard input of `python -m MODULE LIBRARY`, its answer comes from the standard
output. What ends the process, or takes too long, is an answer too; the next request gets a new process.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import subprocess
import sys
from typing import Any

from tests.processes import environment

_SETTINGS = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "CUDA_VISIBLE_DEVICES": "-1",
    # With oneDNN, where the processor has what it wants, some bad arguments end the process.
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "OPENBLAS_NUM_THREADS": "1",
}


class Worker:
    """One library in a process of its own."""

    def __init__(self, module: str, library: str, seconds: float = 60.0, **settings: str) -> None:
        self._command = [sys.executable, "-m", module, library]
        self._seconds = seconds
        self._environment = environment(**_SETTINGS, **settings)
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, *request: Any) -> tuple[Any, ...]:
        """The answer; `("hangs",)` after too long, `("dies", status)` if the process ended."""
        process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump(request, process.stdin)
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], self._seconds)
            if not ready:
                self.close()
                return ("hangs",)
            answer: tuple[Any, ...] = pickle.load(process.stdout)
            return answer
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            status = process.wait()
            self.close()
            return "dies", status

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._environment,
            cwd=os.path.dirname(os.path.dirname(os.path.dirname(__file__))),
        )
        return self._process

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                with contextlib.suppress(BrokenPipeError):  # What was not read is lost with it.
                    pipe.close()
            self._process = None

"""Standard output and standard error of the command line.

Output is buffered unless it goes to a terminal, so a full disk or a closed pipe may be noticed only when the
buffer is flushed, at the latest by the interpreter at exit, where it is too late to report it: Python prints
"Exception ignored" and exits with 120. Here the buffer is flushed while the error can still be reported.
"""

from __future__ import annotations

import os
import sys
from typing import Never

from rich.console import Console


class PlainConsole(Console):
    """A console that prints text as it is: "[red]" in a file's name is no color."""

    def __init__(self) -> None:
        super().__init__(markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> Never:
        """Leaves a closed pipe to the command line; rich would exit with 1."""
        raise BrokenPipeError


def open_missing_streams() -> None:
    """Points standard streams that the parent process has closed at the null device."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - so does this


def report_error(message: str) -> None:
    """Prints an error on standard error; one that cannot be printed is told by the exit code alone."""
    try:
        print(f"stagelight: error: {message.strip()}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr.fileno())


def flush_output(code: int) -> int:
    """Flushes standard output at the end of a command; returns the command's exit code.

    Args:
        code: the exit code of the command. It becomes 1 if it was 0 and the output cannot be written, unless
            the reader closed the pipe (`stagelight show model | head -1`), which is no error.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
    except OSError as error:
        discard_output()
        if code == 0:
            report_error(str(error))
            return 1
    return code


def discard_output() -> None:
    """Points standard output at the null device, so that the flush at interpreter exit cannot fail."""
    _discard(sys.stdout.fileno())


def _discard(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)

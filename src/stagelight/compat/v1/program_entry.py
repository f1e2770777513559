"""`compat.v1.app`: a program's start, with the flags of its command line read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1 import flags as flags
from stagelight.public import public


@public("compat.v1.app.run")
def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> None:
    """Reads the flags, calls `main` with what is left of the command line, and ends the program.

    Flags that nobody defined are left to `main`, as what is no flag.

    Args:
        main: what is called; `main` of the program's file if None.
        argv: the command line with the program's name; `sys.argv` if None.

    Raises:
        ImportError: the package `absl-py` is not installed.
        SystemExit: when `main` has returned, with what it returned.

    >>> try:
    ...     tf.compat.v1.app.run(lambda argv: print(argv), ["program", "file"])
    ... except SystemExit:
    ...     print("ended")
    ['program', 'file']
    ended
    """
    flags.absl_flags()  # Says what is to be installed.
    from absl import app

    app.run(main=main or sys.modules["__main__"].main, argv=argv, flags_parser=_parsed)


def _parsed(argv: list[str] | None) -> list[str]:
    return flags.FLAGS(sys.argv if argv is None else argv, known_only=True)

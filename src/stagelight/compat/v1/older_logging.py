"""`tf.compat.v1.logging`: messages to the library's logger, by functions of its own."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any

from stagelight.boundary import calling_frame
from stagelight.logs import get_logger
from stagelight.public import public, publish

_LEVELS = {
    "DEBUG": logging.DEBUG,
    "INFO": logging.INFO,
    "WARN": logging.WARNING,
    "ERROR": logging.ERROR,
    "FATAL": logging.CRITICAL,
}
for _name, _level in _LEVELS.items():
    publish(f"compat.v1.logging.{_name}", _level)


def _publish(name: str, level: int, *others: str) -> None:
    def write(msg: Any, *args: Any, **kwargs: Any) -> None:
        get_logger().log(level, msg, *args, **kwargs)

    write.__name__ = write.__qualname__ = name
    write.__doc__ = f"""Logs a message of the level {logging.getLevelName(level)}.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.{name}("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
    public(*(f"compat.v1.logging.{each}" for each in (name, *others)))(write)


_publish("debug", logging.DEBUG)
_publish("info", logging.INFO)
_publish("warn", logging.WARNING, "warning")
_publish("error", logging.ERROR)
_publish("fatal", logging.CRITICAL)


@public("compat.v1.logging.log")
def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of a level.

    >>> tf.compat.v1.logging.log(tf.compat.v1.logging.DEBUG, "%d steps", 3)
    """
    get_logger().log(level, msg, *args, **kwargs)


@public("compat.v1.logging.TaskLevelStatusMessage")
def task_level_status_message(msg: Any) -> None:
    """Logs a message of the level ERROR.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.TaskLevelStatusMessage("begun")
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
    get_logger().error(msg)


@public("compat.v1.logging.vlog")
def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of a level; see `log`.

    >>> tf.compat.v1.logging.vlog(1, "%d steps", 3)
    """
    get_logger().log(level, msg, *args, **kwargs)


@public("compat.v1.logging.log_if")
def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs a message if a condition holds.

    >>> tf.compat.v1.logging.log_if(tf.compat.v1.logging.ERROR, "never", False)
    """
    if condition:
        log(level, msg, *args)


# How often each line of a program has been here.
_visits: Counter[tuple[str, int]] = Counter()


def _earlier_visits() -> int:
    """How often the line that called the caller was here before."""
    frame = calling_frame(2)
    place = frame.f_code.co_filename, frame.f_lineno
    _visits[place] += 1
    return _visits[place] - 1


@public("compat.v1.logging.log_every_n")
def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs a message the first, and then each n-th time that the line is reached.

    >>> tf.compat.v1.logging.log_every_n(tf.compat.v1.logging.DEBUG, "one of ten", 10)
    """
    log_if(level, msg, _earlier_visits() % n == 0, *args)


@public("compat.v1.logging.log_first_n")
def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs a message the first n times that the line is reached.

    >>> tf.compat.v1.logging.log_first_n(tf.compat.v1.logging.DEBUG, "once", 1)
    """
    log_if(level, msg, _earlier_visits() < n, *args)


@public("compat.v1.logging.flush")
def flush() -> None:
    """Writes out what handlers keep.

    >>> tf.compat.v1.logging.flush()
    """
    for handler in get_logger().handlers:
        handler.flush()


@public("compat.v1.logging.get_verbosity")
def get_verbosity() -> int:
    """The least level that is logged.

    >>> tf.compat.v1.logging.get_verbosity() <= tf.compat.v1.logging.FATAL
    True
    """
    return get_logger().getEffectiveLevel()


@public("compat.v1.logging.set_verbosity")
def set_verbosity(v: int | str) -> None:
    """Sets the least level that is logged.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    >>> tf.compat.v1.logging.get_verbosity() == tf.compat.v1.logging.ERROR
    True
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
    get_logger().setLevel(v)

"""Public names of `tf.compat.v1.logging`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.logging import warn as _warning
from stagelight.compat.v1.older_logging import flush as flush
from stagelight.compat.v1.older_logging import get_verbosity as get_verbosity
from stagelight.compat.v1.older_logging import log as log
from stagelight.compat.v1.older_logging import log_every_n as log_every_n
from stagelight.compat.v1.older_logging import log_first_n as log_first_n
from stagelight.compat.v1.older_logging import log_if as log_if
from stagelight.compat.v1.older_logging import set_verbosity as set_verbosity
from stagelight.compat.v1.older_logging import task_level_status_message as _TaskLevelStatusMessage
from stagelight.compat.v1.older_logging import vlog as vlog
from typing import Any

DEBUG: int
ERROR: int
FATAL: int
INFO: int
TaskLevelStatusMessage = _TaskLevelStatusMessage
WARN: int
def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of the level DEBUG.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.debug("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of the level ERROR.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.error("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of the level CRITICAL.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.fatal("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of the level INFO.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.info("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs a message of the level WARNING.

    Args:
        msg: the message, with places for arguments as in `"%d steps"`.
        *args: the arguments.
        **kwargs: as for `logging.Logger.log`.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.FATAL + 1)
    >>> tf.compat.v1.logging.warn("%d steps", 3)
    >>> tf.compat.v1.logging.set_verbosity(0)
    """
warning = _warning

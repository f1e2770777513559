"""`tf.autograph.set_verbosity`: what AutoGraph logs of the functions that it converts."""

from __future__ import annotations

from types import FunctionType

from stagelight import config
from stagelight.logs import get_logger
from stagelight.public import public

# From which verbosity on a converted function's name is logged, and its new code.
NAMES = 1
CODE = 3


@public("autograph.set_verbosity")
def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Sets how much AutoGraph logs: 0 for nothing, 1 for which functions it converts, 3 for their new code.

    Without a call, the environment's AUTOGRAPH_VERBOSITY says it. Messages go to `tf.get_logger()`, at the
    level INFO.

    Args:
        level: The verbosity.
        alsologtostdout: Whether messages are printed as well.

    >>> tf.autograph.set_verbosity(0)
    """
    config.change(autograph_verbosity=level, autograph_logs_to_stdout=alsologtostdout)


def log_conversion(function: FunctionType, converted: str) -> None:
    """Logs that a function was converted, and the code that it became, as far as is asked for."""
    code = function.__code__
    _log(
        NAMES,
        f'AutoGraph converted {function.__qualname__}, File "{code.co_filename}", line {code.co_firstlineno}',
    )
    _log(CODE, f"Its code:\n{converted}")


def logs_conversions() -> bool:
    """Whether conversions are logged at all."""
    return config.current.autograph_verbosity >= NAMES


def _log(level: int, message: str) -> None:
    if config.current.autograph_verbosity >= level:
        get_logger().info(message)
        if config.current.autograph_logs_to_stdout:
            print(message)  # noqa: T201 - it is asked for

"""`compat.v1.flags`: the flags of the command line, which are those of `absl`, with older names of arguments.

All names of `absl.flags` are here; the package is an extra, imported when one of them is asked for.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from stagelight.logs import get_logger
from stagelight.public import publish

# The arguments of the first years, and what they are called now.
_OLDER_ARGUMENTS = {"flag_name": "name", "default_value": "default", "docstring": "help"}

# The functions that take them.
_TAKING_OLDER = ("DEFINE_string", "DEFINE_boolean", "DEFINE_float", "DEFINE_integer")


@functools.cache
def absl_flags() -> ModuleType:
    """The module `absl.flags`.

    Raises:
        ImportError: the package is not installed.
    """
    try:
        from absl import flags
    except ImportError as error:
        raise ImportError(
            "tf.compat.v1.flags and tf.compat.v1.app need the package absl-py. Install it with "
            "`pip install stagelight[flags]`, or read the command line with `argparse`."
        ) from error
    # So that a flag belongs to the module that calls, and not to this one.
    flags.disclaim_key_flags()
    return flags


class FlagValues:
    """`absl.flags.FLAGS`, which reads the command line when a flag is asked for before that was done."""

    def __getattr__(self, name: str) -> Any:
        flags = absl_flags().FLAGS
        if not name.startswith("__") and not hasattr(type(flags), name) and not flags.is_parsed():
            flags(sys.argv)
        return getattr(flags, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(absl_flags().FLAGS, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(absl_flags().FLAGS, name)

    def __dir__(self) -> list[str]:
        return dir(absl_flags().FLAGS)

    def __getitem__(self, name: str) -> Any:
        return absl_flags().FLAGS[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        absl_flags().FLAGS[name] = flag

    def __contains__(self, name: str) -> bool:
        return name in absl_flags().FLAGS

    def __len__(self) -> int:
        return len(absl_flags().FLAGS)

    def __iter__(self) -> Any:
        return iter(absl_flags().FLAGS)

    def __str__(self) -> str:
        return str(absl_flags().FLAGS)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return absl_flags().FLAGS(*args, **kwargs)


FLAGS = FlagValues()

publish("compat.v1.flags", sys.modules[__name__])
publish("compat.v1.app.flags", sys.modules[__name__])


def _taking_older(define: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(define)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if not _OLDER_ARGUMENTS.keys().isdisjoint(kwargs):
            get_logger().warning(
                "Use of the keyword argument names (flag_name, default_value, docstring) is "
                "deprecated, please use (name, default, help) instead."
            )
        return define(*args, **{_OLDER_ARGUMENTS.get(k, k): v for k, v in kwargs.items()})

    return wrapper


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = "DEFINE_boolean" if name == "DEFINE_bool" else name
    value = getattr(absl_flags(), found)
    if found in _TAKING_OLDER:
        value = _taking_older(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({"FLAGS", *absl_flags().__all__})

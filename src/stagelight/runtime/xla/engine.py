"""JAX, imported when something of it is first asked for."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

# The oldest JAX whose names are used here.
_OLDEST = (0, 9)


class _LateModule(ModuleType):
    """A module of JAX's that is imported when a name of it is first asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # What importers and inspectors ask of any module.
            raise AttributeError(name)
        value = getattr(_imported(self.__name__), name)
        setattr(self, name, value)
        return value


def _imported(module: str) -> ModuleType:
    try:
        found = importlib.import_module(module)
        version: tuple[int, ...] = importlib.import_module("jax").__version_info__
    except ImportError as error:
        raise ImportError(
            f"The executor 'xla' needs JAX, which cannot be imported ({error}). "
            "Install it with `pip install 'stagelight[xla]'`, or leave STAGELIGHT_EXECUTOR=xla out."
        ) from error
    if version < _OLDEST:
        raise ImportError(
            f"The executor 'xla' needs JAX {'.'.join(map(str, _OLDEST))} or newer. Found: "
            f"{'.'.join(map(str, version))}. `pip install --upgrade 'stagelight[xla]'` brings one."
        )
    return found


jax: Any = _LateModule("jax")
jnp: Any = _LateModule("jax.numpy")
lax: Any = _LateModule("jax.lax")


def array_module() -> ModuleType:
    """`jax.numpy` itself, for kernels that are written over an array module."""
    return _imported("jax.numpy")


def wide_numbers() -> Any:
    """A scope in which numbers of 64 bits stay what they are.

    JAX cuts them to 32 bits without a word otherwise; the program's own setting is left alone.
    """
    return jax.enable_x64(True)

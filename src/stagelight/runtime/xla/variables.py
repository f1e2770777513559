"""Variables whose newest value is a buffer of a device.

A variable that a program wrote is a `ResidentVariable` from then on: its value stays where it is until the
host asks. It is a class put in the place of the other (they have the same slots), so that variables which no
program wrote are read as before, and whoever reads `value` needs to know nothing of buffers.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.runtime.xla.engine import jax, jnp

_host_value: Any = vars(VariableResource)["value"]


class Lost:
    """Stands for a buffer that a program took and, since it failed, did not give back."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __array__(self, *_args: Any, **_kwargs: Any) -> np.ndarray:
        raise errors.FailedPreconditionError(
            None,
            None,
            f"The value of the variable {self._name} was lost: a program failed that had been given its "
            "memory for the new value. Assign a value, or restore a checkpoint.",
        )


class ResidentVariable(VariableResource):
    """A variable with its value in `buffer`; the host's copy of it, once asked for, is kept with it."""

    __slots__ = ()

    @property
    def value(self) -> np.ndarray | None:
        """The value as the host has it. Whoever assigns it makes a variable of the host's again."""
        while (found := _host_value.__get__(self)) is None and (buffer := self.buffer) is not None:
            try:
                found = np.asarray(buffer)
            except RuntimeError:
                # A program has just been given the buffer; it puts the next one in its place.
                if self.buffer is buffer and getattr(buffer, "is_deleted", bool)():
                    time.sleep(1e-4)
                continue
            if self.buffer is buffer:
                _host_value.__set__(self, found)
            return found
        return found

    @value.setter
    def value(self, new: np.ndarray | None) -> None:
        self.buffer = None
        _host_value.__set__(self, new)
        self.__class__ = VariableResource  # type: ignore[assignment]


def buffer_of(variable: Any) -> Any:
    """The value of a variable as a buffer, which the variable keeps; the lock is held."""
    buffer = variable.buffer
    if buffer is None:
        value = variable.value
        if value is None:
            return None
        # A copy: a program may be given the memory, which the host's array would share on a CPU.
        buffer = jnp.array(value, copy=True)
        keep_buffer(variable, buffer, value)
    return buffer


def keep_buffer(variable: Any, buffer: Any, value: np.ndarray | None = None) -> None:
    """Makes a buffer the value of a variable; the lock is held.

    Args:
        variable: which.
        buffer: the new value.
        value: the same as the host has it, if it does.
    """
    if type(variable) is VariableResource:
        variable.made = variable.spare = None
        variable.buffer = buffer
        _host_value.__set__(variable, value)
        variable.__class__ = ResidentVariable
    else:
        # In this order: who finds no value looks for the buffer.
        variable.buffer = buffer
        _host_value.__set__(variable, value)


def note_lost(variable: Any) -> None:
    """After a failed run: a variable without its memory says so when it is read."""
    buffer = variable.buffer
    if isinstance(buffer, jax.Array) and buffer.is_deleted():
        _host_value.__set__(variable, None)
        variable.buffer = Lost(variable.name)

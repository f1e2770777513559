"""On which device operations are placed: `tf.device`, and the same as a method of graphs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.public import public
from stagelight.types.devices import DeviceSpec, merge_names


@public("device")
@contextmanager
def device(device_name: Any) -> Iterator[None]:
    """Places the operations made inside on a device.

    Where there is no such device the operations run on the CPU.

    Args:
        device_name: a name such as "/gpu:0" or "CPU:0", a `tf.DeviceSpec`, or None for no device.

    Raises:
        ValueError: the name is malformed.
        RuntimeError: a function is given, as TensorFlow 1 takes; or scopes are left in another order than
            from the inside out.

    >>> with tf.device("/cpu:0"):
    ...     x = tf.constant(1)
    """
    if callable(device_name):
        raise RuntimeError(
            "tf.device does not support functions. Use tf.compat.v1.device in a graph, or name a device."
        )
    name = "" if device_name is None else merge_names(CONTEXT.device, device_text(device_name))
    before = CONTEXT.device
    CONTEXT.device = name
    scope = object()
    _scopes.open.append(scope)
    try:
        yield
    finally:
        CONTEXT.device = before
        innermost = _scopes.open.pop()
    if innermost is not scope:
        raise RuntimeError("Exiting device scope without proper scope nesting")


class _Scopes(threading.local):
    """The device scopes that a thread is in, the innermost last."""

    def __init__(self) -> None:
        self.open: list[object] = []


_scopes = _Scopes()


def device_text(device_name: Any) -> str:
    """The name of a device, given as one or as a `tf.DeviceSpec`.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(device_name, str):
        return device_name
    if isinstance(device_name, DeviceSpec):
        return device_name.to_string()
    raise TypeError(f"A device is a name or a tf.DeviceSpec. Received: {device_name!r}")

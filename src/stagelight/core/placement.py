"""On which device operations are placed: `tf.device`, and the same as a method of graphs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.public import public
from stagelight.types.devices import merge_names


@public("device")
@contextmanager
def device(device_name: Any) -> Iterator[None]:
    """Places the operations made inside on a device.

    Where there is no such device the operations run on the CPU.

    Args:
        device_name: a name such as "/gpu:0" or "CPU:0", a `tf.DeviceSpec`, or None for no device.

    Raises:
        ValueError: the name is malformed.

    >>> with tf.device("/cpu:0"):
    ...     x = tf.constant(1)
    """
    name = "" if device_name is None else merge_names(CONTEXT.device, _text(device_name))
    before = CONTEXT.device
    CONTEXT.device = name
    try:
        yield
    finally:
        CONTEXT.device = before


def _text(device_name: Any) -> str:
    return device_name if isinstance(device_name, str) else device_name.to_string()

"""The devices of this machine, as `tf.config` lists them: one CPU, as long as nothing else is driven."""

from __future__ import annotations

from typing import NamedTuple

from stagelight.public import public


@public("config.PhysicalDevice")
class PhysicalDevice(NamedTuple):
    """A device of the machine.

    >>> tf.config.list_physical_devices("CPU")
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """

    name: str
    device_type: str


@public("config.LogicalDevice")
class LogicalDevice(NamedTuple):
    """A device as programs see it.

    >>> tf.config.list_logical_devices("CPU")
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """

    name: str
    device_type: str


_PHYSICAL = (PhysicalDevice("/physical_device:CPU:0", "CPU"),)
_LOGICAL = (LogicalDevice("/device:CPU:0", "CPU"),)


@public("config.list_physical_devices", "config.experimental.list_physical_devices")
def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The machine's devices.

    Args:
        device_type: "CPU", "GPU" or "TPU"; None lists all.

    >>> tf.config.list_physical_devices("GPU")
    []
    """
    return [d for d in _PHYSICAL if device_type is None or d.device_type == device_type]


@public("config.list_logical_devices", "config.experimental.list_logical_devices")
def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices as programs see them.

    Args:
        device_type: "CPU", "GPU" or "TPU"; None lists all.

    >>> len(tf.config.list_logical_devices("CPU"))
    1
    """
    return [d for d in _LOGICAL if device_type is None or d.device_type == device_type]


@public("config.get_visible_devices", "config.experimental.get_visible_devices")
def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that programs may use: all.

    >>> tf.config.get_visible_devices("GPU")
    []
    """
    return list_physical_devices(device_type)

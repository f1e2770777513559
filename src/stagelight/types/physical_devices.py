"""The devices of this machine, as `tf.config` lists them: one CPU, which may be divided into several.

The parts are names only: each computes with all cores. A program for several devices can so be run and tested
on one machine, the replicas of a strategy one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from stagelight import config
from stagelight.public import public
from stagelight.types.devices import LOCAL_CPU, device_spec, full_name


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


def _logical_devices() -> list[LogicalDevice]:
    count = len(config.current.logical_cpus) or 1
    return [LogicalDevice(f"/device:CPU:{i}", "CPU") for i in range(count)]


def is_known(device: str) -> bool:
    """Whether a full device name is that of a logical device of this machine."""
    name = device_spec(device)
    return any(
        device_spec(full_name(known.name)) == name.replace(device_index=name.device_index or 0)
        for known in _logical_devices()
    )


def placed(device: str) -> str:
    """Where a value stands that is made in the scope of a device; on the CPU where there is no such one."""
    if not config.current.logical_cpus or not device:
        return LOCAL_CPU
    name = full_name(device)
    return name if is_known(name) else LOCAL_CPU


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
    return [d for d in _logical_devices() if device_type is None or d.device_type == device_type]


@public("config.get_visible_devices", "config.experimental.get_visible_devices")
def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that programs may use: all.

    >>> tf.config.get_visible_devices("GPU")
    []
    """
    return list_physical_devices(device_type)


@public("config.set_visible_devices", "config.experimental.set_visible_devices")
def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Sets which devices programs may use. The CPU cannot be taken away, so this changes nothing.

    Args:
        devices: A device or a list of them, as `tf.config.list_physical_devices` gives them.
        device_type: Only devices of this type are meant; None: of all types.

    Raises:
        ValueError: A device is none of this machine, or of another type.
        RuntimeError: The CPU is left out.

    >>> tf.config.set_visible_devices([], "GPU")
    """
    is_one = isinstance(devices, PhysicalDevice) or not isinstance(devices, (list, tuple))
    chosen = [devices] if is_one else list(devices)
    known = list_physical_devices(device_type)
    for device in chosen:
        if device not in known:
            raise ValueError(f"Unrecognized device: {device!r}")
    if len(chosen) < len(known):
        raise RuntimeError(
            "Visible devices cannot be modified after being initialized. Stagelight runs on the CPU from the "
            "start: it cannot be hidden."
        )


@public("config.LogicalDeviceConfiguration", "config.experimental.VirtualDeviceConfiguration")
class LogicalDeviceConfiguration(NamedTuple):
    """How a logical device is made of a physical one.

    Attributes:
        memory_limit: How much of a GPU's memory it gets, in MB.
        experimental_priority: Of a GPU's queue.
        experimental_device_ordinal: Which of equal devices comes first.

    >>> tf.config.LogicalDeviceConfiguration(memory_limit=1024).memory_limit
    1024
    """

    memory_limit: int | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


@public(
    "config.get_logical_device_configuration",
    "config.experimental.get_virtual_device_configuration",
)
def get_logical_device_configuration(
    device: PhysicalDevice,
) -> list[LogicalDeviceConfiguration] | None:
    """The logical devices that a physical one was divided into; None if it was not.

    Raises:
        ValueError: The device is none of this machine.

    >>> tf.config.get_logical_device_configuration(tf.config.list_physical_devices("CPU")[0])
    """
    require_device(device)
    return list(config.current.logical_cpus) or None


@public(
    "config.set_logical_device_configuration",
    "config.experimental.set_virtual_device_configuration",
)
def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Sequence[LogicalDeviceConfiguration]
) -> None:
    """Divides a physical device into logical ones: names for replicas, which share the cores and the memory.

    The number of devices can be changed as long as no strategy has replicas on them.

    Args:
        device: One of `tf.config.list_physical_devices()`.
        logical_devices: A configuration for each.

    Raises:
        ValueError: The device is none of this machine, or a limit of memory is asked of the CPU.
        RuntimeError: There are replicas on the devices, and it is another number of them.

    >>> (cpu,) = tf.config.list_physical_devices("CPU")
    >>> tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()])
    """
    require_device(device)
    for configuration in logical_devices:
        if configuration.memory_limit is not None:
            raise ValueError(
                "Setting memory limit on CPU virtual devices is currently not supported"
            )
    if _used and len(logical_devices) != len(_logical_devices()):
        raise RuntimeError(
            "Virtual devices cannot be modified after being initialized. Divide the CPU before a strategy is "
            f"made. Received {len(logical_devices)} configurations; there are {len(_logical_devices())} "
            "devices."
        )
    config.change(logical_cpus=tuple(logical_devices))


_used: list[str] = []  # The devices with replicas.


def use(devices: Sequence[str]) -> None:
    """Notes that a strategy has replicas on devices, so that their number stays."""
    _used.extend(devices)


def forget_use() -> None:
    """Lets the CPU be divided anew, and makes it one device: for tests of libraries."""
    _used.clear()
    config.change(logical_cpus=())


def require_device(device: Any) -> None:
    """Refuses what is no device of this machine.

    Raises:
        ValueError: It is none.
    """
    if device not in _PHYSICAL:
        raise ValueError(f"Unrecognized device: {device!r}")

"""`tensorflow.python.client.device_lib`: the devices of this machine."""

from __future__ import annotations

from dataclasses import dataclass

import stagelight as tf

# TF: what it reports for every CPU.
_MEMORY_LIMIT = 256 << 20


@dataclass(frozen=True)
class DeviceAttributes:
    """A device, as TensorFlow's message of this name describes it."""

    name: str
    device_type: str
    memory_limit: int = _MEMORY_LIMIT
    incarnation: int = 0
    physical_device_desc: str = ""
    xla_global_id: int = -1


def list_local_devices(session_config: object = None) -> list[DeviceAttributes]:
    """The logical devices of this process."""
    return [
        DeviceAttributes(device.name, device.device_type)
        for device in tf.config.list_logical_devices()  # type: ignore[attr-defined]
    ]

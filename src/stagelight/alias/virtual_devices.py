"""`tensorflow.python.distribute.strategy_combinations`: the logical devices that tests of replicas need."""

from __future__ import annotations

import stagelight as tf


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Divides the CPU into at least so many logical devices.

    Raises:
        ValueError: the number is no positive integer.
        RuntimeError: the CPU is in use already, as fewer devices.
    """
    if num_virtual_cpus < 1:
        raise ValueError(f"`num_virtual_cpus` must be at least 1 not {num_virtual_cpus}")
    (cpu,) = tf.config.list_physical_devices("CPU")  # type: ignore[attr-defined]
    present = tf.config.get_logical_device_configuration(cpu) or []  # type: ignore[attr-defined]
    if len(present) >= num_virtual_cpus:
        return
    tf.config.set_logical_device_configuration(  # type: ignore[attr-defined]
        cpu,
        [tf.config.LogicalDeviceConfiguration()] * num_virtual_cpus,  # type: ignore[attr-defined]
    )

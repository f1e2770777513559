"""TensorFlow 1's form of `tf.DeviceSpec`, whose parts may be set."""

from __future__ import annotations

from typing import Any

from stagelight.public import public
from stagelight.types.devices import DeviceSpec

_PARTS = ("job", "replica", "task", "device_type", "device_index")


@public("compat.v1.DeviceSpec")
class OlderDeviceSpec(DeviceSpec):
    """A device name in parts, which may be set one by one and merged with another's.

    >>> spec = tf.compat.v1.DeviceSpec(job="worker")
    >>> spec.task = 3
    >>> spec.merge_from(tf.DeviceSpec.from_string("/job:ps/cpu:0"))
    >>> spec.to_string()
    '/job:ps/task:3/device:CPU:0'
    """

    __slots__ = ()

    # A spec that changes is another one: its hash is that of what it is now, as in TensorFlow.
    __hash__ = DeviceSpec.__hash__

    def parse_from_string(self, spec: str) -> OlderDeviceSpec:
        """Takes the parts of a device name in place of its own; gives itself.

        Raises:
            ValueError: a part is not known, a number is not one, or there are two device types.
        """
        self.__init__(**DeviceSpec.from_string(spec)._parts())  # type: ignore[misc]
        return self

    def merge_from(self, dev: DeviceSpec) -> None:
        """Takes the parts that `dev` has in place of its own."""
        self.__init__(**self.make_merged_spec(dev)._parts())  # type: ignore[misc]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _PARTS:
            self.__init__(**{**self._parts(), name: value})  # type: ignore[misc]
        else:
            super().__setattr__(name, value)

from typing import Any
from __future__ import annotations
from typing import Any
from stagelight.public import public
from stagelight.types.devices import DeviceSpec
_PARTS: Any
class OlderDeviceSpec(DeviceSpec):
    """A device name in parts, which may be set one by one and merged with another's.

    >>> spec = tf.compat.v1.DeviceSpec(job="worker")
    >>> spec.task = 3
    >>> spec.merge_from(tf.DeviceSpec.from_string("/job:ps/cpu:0"))
    >>> spec.to_string()
    '/job:ps/task:3/device:CPU:0'
    """
    __slots__: Any

    def parse_from_string(self, spec: str) -> OlderDeviceSpec:
        """Takes the parts of a device name in place of its own; gives itself.

        Raises:
            ValueError: a part is not known, a number is not one, or there are two device types.
        """

    def merge_from(self, dev: DeviceSpec) -> None:
        """Takes the parts that `dev` has in place of its own."""

    def __setattr__(self, name: str, value: Any) -> None:
        ...
    __hash__: Any

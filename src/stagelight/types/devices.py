"""Device names: how they are read, written in one form, and combined when scopes nest.

A name has parts, each of them optional: `/job:worker/replica:0/task:1/device:GPU:0`. Short forms
such as `/gpu:0` and `CPU:0` are read as well. `DeviceSpec` is the parsed name. Which devices exist
and where an operation is placed are matters of `tf.device` and the executors; here is only what
names mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Union

from stagelight.public import public

# Types that may stand without the word "device": "/gpu:0".
_SHORT_TYPES: Final = frozenset(("CPU", "GPU", "TPU"))


@public("DeviceSpec")
class DeviceSpec:
    """A device name in parts, each None where it is left open.

    >>> import stagelight as tf
    >>> spec = tf.DeviceSpec.from_string("/job:worker/gpu:0")
    >>> spec.device_type, spec.to_string()
    ('GPU', '/job:worker/device:GPU:0')
    >>> spec.replace(device_type="CPU", device_index=1).to_string()
    '/job:worker/device:CPU:1'
    """

    __slots__ = ("_device_index", "_device_type", "_job", "_name", "_replica", "_task")

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        """Makes a spec of the given parts.

        Args:
            job: The name of a job of a cluster.
            replica: The number of the replica.
            task: The number of the task within the job.
            device_type: "CPU", "GPU" or "TPU", or the name of another type as it is; "cpu" and "gpu" too.
            device_index: The number of the device of that type; None for any of them.

        Raises:
            ValueError: a number is not an integer.
        """
        self._job = None if job is None else str(job)
        self._replica = None if replica is None else int(replica)
        self._task = None if task is None else int(task)
        self._device_type = None if device_type is None else _type_name(str(device_type))
        self._device_index = None if device_index is None else int(device_index)
        self._name = self._write()

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """Reads a device name.

        Raises:
            ValueError: a part is not known, a number is not one, or there are two device types.
        """
        return cls(**_parse(spec))

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """The same as `DeviceSpec.from_string(spec)`."""
        return self.from_string(spec)

    @property
    def job(self) -> str | None:
        """The name of the job."""
        return self._job

    @property
    def replica(self) -> int | None:
        """The number of the replica."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The number of the task within the job."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """The type, such as "CPU"."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The number of the device of its type."""
        return self._device_index

    def to_string(self) -> str:
        """The name in its one full form, such as `/job:worker/task:0/device:GPU:0`."""
        return self._name

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """This spec with the parts that `dev` has in place of its own."""
        given = {part: value for part, value in dev._parts().items() if value is not None}
        return self.replace(**given)

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """This spec with some parts given anew."""
        return type(self)(**{**self._parts(), **kwargs})

    def _parts(self) -> dict[str, Any]:
        return {
            "job": self._job,
            "replica": self._replica,
            "task": self._task,
            "device_type": self._device_type,
            "device_index": self._device_index,
        }

    def _write(self) -> str:
        name = ""
        if self._job is not None:
            name += f"/job:{self._job}"
        if self._replica is not None:
            name += f"/replica:{self._replica}"
        if self._task is not None:
            name += f"/task:{self._task}"
        if self._device_type is not None:
            index = "*" if self._device_index is None else self._device_index
            name += f"/device:{self._device_type}:{index}"
        return name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._name)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self._parts().values())

    def __repr__(self) -> str:
        parts = ", ".join(f"{part}={value}" for part, value in self._parts().items())
        return f"<DeviceSpec({parts})>"


def _type_name(device_type: str) -> str:
    """The type as it stands in names; only these two are known in small letters."""
    return device_type.upper() if device_type in ("cpu", "gpu") else device_type


# What is taken where a device is asked for.
DeviceLike = Union[str, DeviceSpec, None]

LOCAL_CPU: Final = "/job:localhost/replica:0/task:0/device:CPU:0"


def _parse(name: str) -> dict[str, Any]:
    """The parts that a device name gives."""
    parts: dict[str, Any] = {}
    for piece in name.split("/"):
        key, *values = piece.split(":")
        if key in ("job", "replica", "task") and len(values) == 1:
            parts[key] = values[0] if key == "job" else int(values[0])
            continue
        if key == "device" and len(values) == 2:
            device_type, index = values[0], values[1]
        elif key.upper() in _SHORT_TYPES and len(values) <= 1:
            device_type, index = key.upper(), values[0] if values else "*"
        elif key:
            raise ValueError(
                f"Unknown attribute '{key}' is encountered while parsing the device spec: "
                f"'{name}'. A device is named like '/gpu:0', '/device:CPU:0' or "
                "'/job:worker/replica:0/task:1/device:GPU:0'."
            )
        else:
            continue
        if "device_type" in parts:
            raise ValueError(
                f"Multiple device types are not allowed while parsing the device spec: {name}."
            )
        parts["device_type"] = device_type
        parts["device_index"] = None if index == "*" else int(index)
    return parts


@lru_cache(maxsize=256)
def device_spec(name: str) -> DeviceSpec:
    """The spec of a device name, remembered; raises ValueError for a malformed name."""
    return DeviceSpec.from_string(name)


def canonical_name(device: DeviceLike) -> str:
    """The one form of a device's name: `/gpu:0` is `/device:GPU:0`, None is the empty name.

    Raises:
        ValueError: the name is malformed, or the device is neither a name nor a spec.
    """
    if device is None:
        return ""
    if isinstance(device, DeviceSpec):
        return device.to_string()
    if isinstance(device, str):
        return device_spec(device).to_string()
    raise ValueError(f"Expecting a string device name. Got {type(device)}({device})")


def merge_names(outer: str, inner: str) -> str:
    """The name within two nested scopes: parts that the inner scope gives replace the outer's."""
    if not outer or not inner:
        return canonical_name(outer or inner)
    return device_spec(outer).make_merged_spec(device_spec(inner)).to_string()


def full_name(name: str, default: str = LOCAL_CPU) -> str:
    """A name with its open parts taken from `default`."""
    return merge_names(default, name)

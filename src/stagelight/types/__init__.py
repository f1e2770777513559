"""Types of tensors: dtypes, shapes, specs, and the names of devices."""

from stagelight.types import physical_devices as physical_devices

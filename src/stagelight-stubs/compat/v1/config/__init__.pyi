"""Public names of `tf.compat.v1.config`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.config import experimental as experimental
from stagelight.compat.v1.config import optimizer as optimizer
from stagelight.compat.v1.config import threading as threading
from stagelight.config import functions_run_eagerly as _experimental_functions_run_eagerly
from stagelight.config import functions_run_eagerly as functions_run_eagerly
from stagelight.config import get_soft_device_placement as get_soft_device_placement
from stagelight.config import run_functions_eagerly as _experimental_run_functions_eagerly
from stagelight.config import run_functions_eagerly as run_functions_eagerly
from stagelight.config import set_soft_device_placement as set_soft_device_placement
from stagelight.types.physical_devices import LogicalDevice as LogicalDevice
from stagelight.types.physical_devices import LogicalDeviceConfiguration as LogicalDeviceConfiguration
from stagelight.types.physical_devices import PhysicalDevice as PhysicalDevice
from stagelight.types.physical_devices import get_logical_device_configuration as get_logical_device_configuration
from stagelight.types.physical_devices import get_visible_devices as get_visible_devices
from stagelight.types.physical_devices import list_logical_devices as list_logical_devices
from stagelight.types.physical_devices import list_physical_devices as list_physical_devices
from stagelight.types.physical_devices import set_logical_device_configuration as set_logical_device_configuration
from stagelight.types.physical_devices import set_visible_devices as set_visible_devices
from typing import Any

def experimental_connect_to_cluster(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.distribute.MirroredStrategy`.

    >>> tf.config.experimental_connect_to_cluster()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.config.experimental_connect_to_cluster is not available. Use tf.distribute.MirroredStrategy.
    """
def experimental_connect_to_host(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.distribute.MirroredStrategy`.

    >>> tf.config.experimental_connect_to_host()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.config.experimental_connect_to_host is not available. Use tf.distribute.MirroredStrategy.
    """
experimental_functions_run_eagerly = _experimental_functions_run_eagerly
experimental_run_functions_eagerly = _experimental_run_functions_eagerly

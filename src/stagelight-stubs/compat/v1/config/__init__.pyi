"""Public names of `tf.compat.v1.config`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.config import experimental as experimental
from stagelight.compat.v1.config import optimizer as optimizer
from stagelight.compat.v1.config import threading as threading
from stagelight.config import LogicalDevice as LogicalDevice
from stagelight.config import LogicalDeviceConfiguration as LogicalDeviceConfiguration
from stagelight.config import PhysicalDevice as PhysicalDevice
from stagelight.config import experimental_connect_to_cluster as experimental_connect_to_cluster
from stagelight.config import experimental_connect_to_host as experimental_connect_to_host
from stagelight.config import experimental_functions_run_eagerly as experimental_functions_run_eagerly
from stagelight.config import experimental_run_functions_eagerly as experimental_run_functions_eagerly
from stagelight.config import functions_run_eagerly as functions_run_eagerly
from stagelight.config import get_logical_device_configuration as get_logical_device_configuration
from stagelight.config import get_soft_device_placement as get_soft_device_placement
from stagelight.config import get_visible_devices as get_visible_devices
from stagelight.config import list_logical_devices as list_logical_devices
from stagelight.config import list_physical_devices as list_physical_devices
from stagelight.config import run_functions_eagerly as run_functions_eagerly
from stagelight.config import set_logical_device_configuration as set_logical_device_configuration
from stagelight.config import set_soft_device_placement as set_soft_device_placement
from stagelight.config import set_visible_devices as set_visible_devices

"""Options of devices in `tf.config.experimental`: memory of GPUs, policies, precision, determinism.

Programs that are written for accelerators begin with them. On the CPU most have one value; setting another is
an error of TensorFlow's class, and what would change nothing is accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight import config
from stagelight.errors import NotFoundError
from stagelight.public import public
from stagelight.types.physical_devices import PhysicalDevice, require_device


@public("config.experimental.set_memory_growth")
def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Sets whether a GPU's memory is taken as it is needed.

    Raises:
        ValueError: The device is no GPU, or none of this machine.

    >>> for gpu in tf.config.list_physical_devices("GPU"):
    ...     tf.config.experimental.set_memory_growth(gpu, True)
    """
    require_device(device)
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


@public("config.experimental.get_memory_growth")
def get_memory_growth(device: PhysicalDevice) -> bool:
    """Whether a GPU's memory is taken as it is needed.

    Raises:
        ValueError: The device is none of this machine.
        KeyError: The device is no GPU.

    >>> [tf.config.experimental.get_memory_growth(gpu) for gpu in tf.config.list_physical_devices("GPU")]
    []
    """
    require_device(device)
    raise KeyError(device)


@public("config.experimental.get_device_details")
def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """What is known of a device; of a CPU nothing.

    Raises:
        ValueError: The device is none of this machine.

    >>> tf.config.experimental.get_device_details(tf.config.list_physical_devices("CPU")[0])
    {}
    """
    require_device(device)
    return {}


@public("config.experimental.get_memory_info")
def get_memory_info(device: str) -> dict[str, int]:
    """How much of a GPU's memory is used.

    Raises:
        ValueError: The device keeps no such count: a CPU does not.

    >>> tf.config.experimental.get_memory_info("CPU:0")
    Traceback (most recent call last):
    ValueError: Allocator stats not available for device 'CPU:0'
    """
    raise ValueError(f"Allocator stats not available for device {str(device)!r}")


@public("config.experimental.get_memory_usage")
def get_memory_usage(device: str) -> int:
    """How much of a GPU's memory is used, in bytes.

    Raises:
        ValueError: The device keeps no such count: a CPU does not.

    >>> tf.config.experimental.get_memory_usage("CPU:0")
    Traceback (most recent call last):
    ValueError: Allocator stats not available for device 'CPU:0'
    """
    return get_memory_info(device)["current"]


@public("config.experimental.reset_memory_stats")
def reset_memory_stats(device: str) -> None:
    """Begins to count the most of a GPU's memory that is used anew.

    Raises:
        ValueError: The device keeps no such count: a CPU does not.

    >>> tf.config.experimental.reset_memory_stats("CPU:0")
    Traceback (most recent call last):
    ValueError: Cannot reset memory stats for device 'CPU:0'
    """
    raise ValueError(f"Cannot reset memory stats for device {str(device)!r}")


_POLICIES = ("silent", "silent_for_int32", "warn", "explicit")


@public("config.experimental.set_device_policy")
def set_device_policy(device_policy: str | None) -> None:
    """Sets what happens when an operation's input is on another device. There is one device: nothing.

    Args:
        device_policy: "silent", "silent_for_int32", "warn", "explicit", or None for the default.

    Raises:
        ValueError: It is another text.

    >>> tf.config.experimental.set_device_policy("silent")
    """
    if device_policy is not None and device_policy not in _POLICIES:
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. It must be one of {', '.join(_POLICIES)}."
        )
    config.change(device_policy=device_policy or _POLICIES[0])


@public("config.experimental.get_device_policy")
def get_device_policy() -> str:
    """What happens when an operation's input is on another device.

    >>> tf.config.experimental.get_device_policy()
    'silent'
    """
    return config.current.device_policy


@public("config.experimental.set_synchronous_execution")
def set_synchronous_execution(enable: bool | None) -> None:
    """Sets whether eager operations have ended when their call returns.

    Raises:
        ValueError: They shall not: there is no such way here.

    >>> tf.config.experimental.set_synchronous_execution(True)
    """
    if enable is not None and not enable:
        raise ValueError(
            "Stagelight runs eager operations in their call. `enable` must be True or None. Received False."
        )


@public("config.experimental.get_synchronous_execution")
def get_synchronous_execution() -> bool:
    """Whether eager operations have ended when their call returns: yes.

    >>> tf.config.experimental.get_synchronous_execution()
    True
    """
    return True


_EXECUTORS = ("", "SINGLE_THREADED_EXECUTOR")


@public("experimental.function_executor_type")
@contextmanager
def function_executor_type(executor_type: str | None) -> Iterator[None]:
    """A scope that names the executor of staged functions. It changes nothing: there is one here.

    Args:
        executor_type: "SINGLE_THREADED_EXECUTOR", "" or None.

    Raises:
        NotFoundError: TensorFlow has no such executor, either.

    >>> with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"):
    ...     print(tf.function(lambda x: x + 1)(tf.constant(2)).numpy())
    3
    """
    if (executor_type or "") not in _EXECUTORS:
        raise NotFoundError(
            None,
            None,
            f"No executor factory registered for the given executor type: {executor_type}. "
            f"Registered: {_EXECUTORS}",
        )
    yield


@public("config.experimental.enable_tensor_float_32_execution")
def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Sets whether GPUs may round the inputs of float32 products to 10 bits. CPUs never do.

    >>> tf.config.experimental.enable_tensor_float_32_execution(False)
    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    False
    >>> tf.config.experimental.enable_tensor_float_32_execution(True)
    """
    config.change(tensor_float_32=bool(enabled))


@public("config.experimental.tensor_float_32_execution_enabled")
def tensor_float_32_execution_enabled() -> bool:
    """Whether GPUs may round the inputs of float32 products to 10 bits.

    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    True
    """
    return config.current.tensor_float_32


@public("config.experimental.enable_op_determinism")
def enable_op_determinism() -> None:
    """Demands that a program gives the same bits in each run.

    Operations do so always, whatever the number of threads. From now on graphs are not compiled in the
    background, where it depends on time which of two roundings is taken, and random operations need a seed.

    >>> import subprocess, sys
    >>> program = (
    ...     "import stagelight as tf; tf.config.experimental.enable_op_determinism(); "
    ...     "tf.random.normal([2])")
    >>> found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    >>> "Random ops require a seed" in found.stderr
    True
    """
    config.change(op_determinism=True, compiles_in_background=False)


@public("config.experimental.enable_mlir_bridge")
def enable_mlir_bridge() -> None:
    """Chooses the way to TPUs that is used anyway; kept for programs that call it.

    >>> tf.config.experimental.enable_mlir_bridge()
    """


@public("config.experimental.disable_mlir_bridge")
def disable_mlir_bridge() -> None:
    """Chooses the other way to TPUs; there are none, so it changes nothing.

    >>> tf.config.experimental.disable_mlir_bridge()
    """


@public("debugging.set_log_device_placement")
def set_log_device_placement(enabled: bool) -> None:
    """Sets whether it is logged on which device each operation runs. All run on the CPU: nothing is logged.

    >>> tf.debugging.set_log_device_placement(False)
    >>> tf.debugging.get_log_device_placement()
    False
    """
    config.change(logs_device_placement=bool(enabled))


@public("debugging.get_log_device_placement")
def get_log_device_placement() -> bool:
    """What `tf.debugging.set_log_device_placement` set.

    >>> tf.debugging.get_log_device_placement()
    False
    """
    return config.current.logs_device_placement

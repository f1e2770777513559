"""Public names of `tf.config`. Written by `scripts/public_stubs.py`."""

from typing import Any
from __future__ import annotations
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from stagelight.public import public
IMPORTED_AT = time.time()
def _usual_cache() -> str | None:
    """STAGELIGHT_CACHE_DIR, or the place where programs of this system keep what they can make again."""
@dataclass(frozen=True)
class Settings:
    """What a user can choose.

    Attributes:
        run_functions_eagerly: whether `tf.function`s run their Python code at each call.
        debugs_datasets: whether functions of datasets' elements run as Python for each element.
        jit: what `tf.config.optimizer.set_jit` noted.
        optimizer: the graph passes switched on or off by name; those not named are on.
        intra_op_threads, inter_op_threads: threads within and between operations; 0 lets the library
            choose.
        soft_device_placement: whether operations go to the CPU where the device asked for is missing.
        compilation_cache: the directory in which compiled code is kept between processes; None: nowhere.
        compilation_cache_bytes: how large it may become.
        executor: what runs graphs: "native" for machine code where there is some, "host" for NumPy alone.
        compiles_in_background: whether NumPy runs first calls while another thread compiles.
        tiered_compilation: whether parts of graphs are compiled in tiers: first calls run on the host; what
            has open sizes is compiled for all sizes at first, and again for shapes that keep coming.
        host_calls: how many first calls of such a part run on the host at most, while another thread
            compiles it.
        checks_bounds: whether machine code compares each index with the size of its buffer, and fails with an
            InternalError instead of leaving it; for work on the library itself, it makes code slow.
        aborts_compiler_at: a text; the compiler process aborts at modules that have it, as if an assertion of
            LLVM's had failed. For tests; empty: never.
        compiler_bytes: how much memory a compiler process may take; the host runs what LLVM needs more for.
        times_regions: whether it is measured how long each part of a graph takes that is machine code.
        recycled_bytes: how much memory of large arrays is kept to be used again; 0: none.
        traceback_filtering: whether errors leave out the library's own frames.
        op_determinism: whether random operations without a seed are refused.
        device_policy: what happens when an operation's input is on another device.
        tensor_float_32: whether GPUs may round the inputs of products.
        logs_device_placement: whether it is logged where operations run.
        numpy_behavior: whether tensors have NumPy's methods and brackets.
        dtype_conversion: how operators make two dtypes one: "off" for not at all, "legacy" for NumPy's rules,
            "safe" and "all" for those where Python numbers give way.
        prefers_float32: whether Python's floats count as float32 in NumPy's rules.
        logical_cpus: what the CPU was divided into, a configuration for each part; empty if it was not.
        autograph_verbosity: how much AutoGraph logs of the functions that it converts: 0 for nothing.
        autograph_logs_to_stdout: whether it prints that as well.
    """
    run_functions_eagerly: bool = ...
    debugs_datasets: bool = ...
    jit: str = ...
    optimizer: Mapping[str, bool] = field(default_factory=dict)
    intra_op_threads: int = ...
    inter_op_threads: int = ...
    soft_device_placement: bool = ...
    compilation_cache: str | None = field(default_factory=_usual_cache)
    compilation_cache_bytes: int = ...
    executor: str = os.environ.get('STAGELIGHT_EXECUTOR', 'native')
    compiles_in_background: bool = ...
    tiered_compilation: bool = ...
    host_calls: int = ...
    checks_bounds: bool = ...
    aborts_compiler_at: str = os.environ.get('STAGELIGHT_ABORT_COMPILER_AT', '')
    compiler_bytes: int = ...
    times_regions: bool = ...
    recycled_bytes: int = ...
    traceback_filtering: bool = ...
    op_determinism: bool = ...
    device_policy: str = ...
    tensor_float_32: bool = ...
    logs_device_placement: bool = ...
    numpy_behavior: bool = ...
    dtype_conversion: str = ...
    prefers_float32: bool = ...
    logical_cpus: tuple[Any, ...] = ...
    autograph_verbosity: int = int(os.environ.get('AUTOGRAPH_VERBOSITY', '0'))
    autograph_logs_to_stdout: bool = ...
current: Any
_listeners: list[Callable[[], None]]
def on_change(listener: Callable[[], None]) -> None:
    """Calls the listener after each change of the settings, in the thread that made it."""
def _replace(settings: Settings) -> None:
    ...
def change(**changes: Any) -> None:
    """Replaces the settings by a copy with the given changes."""
@contextmanager
def changed(**changes: Any) -> Iterator[Settings]:
    """Changes settings for a while."""
def run_functions_eagerly(run_eagerly: bool) -> None:
    """Makes every `tf.function` run its Python code at each call, for debugging.

    Args:
        run_eagerly: whether to do so from now on.

    >>> tf.config.run_functions_eagerly(True)
    >>> tf.config.functions_run_eagerly()
    True
    >>> tf.config.run_functions_eagerly(False)
    """
def functions_run_eagerly() -> bool:
    """Whether `tf.function`s run their Python code at each call.

    >>> tf.config.functions_run_eagerly()
    False
    """
def set_jit(enabled: bool | str) -> None:
    """Notes whether functions are to be compiled: they are, as far as they can be, in any case.

    Args:
        enabled: True or "autoclustering"; anything else is off.

    >>> tf.config.optimizer.set_jit(False)
    """
def get_jit() -> str:
    """What `set_jit` noted: "autoclustering", or "" for off.

    >>> tf.config.optimizer.get_jit()
    ''
    """
def set_experimental_options(options: Mapping[str, bool]) -> None:
    """Switches graph passes on or off.

    Args:
        options: TensorFlow's names, such as "constant_folding" or "disable_meta_optimizer" -> bool.

    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})
    """
def get_experimental_options() -> dict[str, bool]:
    """The graph passes that were switched on or off.

    >>> isinstance(tf.config.optimizer.get_experimental_options(), dict)
    True
    """
def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Sets the number of threads within one operation; 0 lets the library choose.

    >>> tf.config.threading.set_intra_op_parallelism_threads(2)
    """
def get_intra_op_parallelism_threads() -> int:
    """The number of threads within one operation; 0: the library chooses.

    >>> tf.config.threading.get_intra_op_parallelism_threads() >= 0
    True
    """
def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Sets how many independent operations may run at once; 0 lets the library choose.

    >>> tf.config.threading.set_inter_op_parallelism_threads(2)
    """
def get_inter_op_parallelism_threads() -> int:
    """How many independent operations may run at once; 0: the library chooses.

    >>> tf.config.threading.get_inter_op_parallelism_threads() >= 0
    True
    """
def set_soft_device_placement(enabled: bool) -> None:
    """Sets whether operations go to the CPU where the device asked for is missing.

    >>> tf.config.set_soft_device_placement(True)
    """
def get_soft_device_placement() -> bool:
    """Whether operations go to the CPU where the device asked for is missing.

    >>> tf.config.get_soft_device_placement()
    True
    """
def enable_traceback_filtering() -> None:
    """Leaves the library's own frames out of tracebacks; so it is by default.

    >>> tf.debugging.enable_traceback_filtering()
    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
def disable_traceback_filtering() -> None:
    """Shows all frames in tracebacks, for work on the library itself.

    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.is_traceback_filtering_enabled()
    False
    >>> tf.debugging.enable_traceback_filtering()
    """
def is_traceback_filtering_enabled() -> bool:
    """Whether errors of staged code leave out the library's own frames.

    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
def set_compilation_cache(directory: str | os.PathLike[str] | None, max_bytes: int | None=None) -> None:
    """Sets where compiled code is kept between processes. TensorFlow has no such function.

    At the start it is what the environment variable STAGELIGHT_CACHE_DIR says ("off": nowhere), or the folder
    `stagelight` among the user's caches.

    Args:
        directory: A directory that belongs to the user and that others cannot write to; it is made when
            needed. None: compiled code is not kept.
        max_bytes: How large all entries together may become; then those longest not used are removed. By
            default as before, at first 256 MB.

    Raises:
        ValueError: `max_bytes` is negative.

    >>> before = tf.config.experimental.get_compilation_cache()
    >>> tf.config.experimental.set_compilation_cache(None)
    >>> print(tf.config.experimental.get_compilation_cache())
    None
    >>> tf.config.experimental.set_compilation_cache(before)
    """
def get_compilation_cache() -> str | None:
    """The directory in which compiled code is kept between processes, or None. Not in TensorFlow.

    >>> directory = tf.config.experimental.get_compilation_cache()
    """
def set_background_compilation(enabled: bool) -> None:
    """Sets whether graphs are compiled in another thread. TensorFlow has no such function.

    Then the first calls need not wait for the compiler: NumPy runs them until the machine code is there. The
    two round differently in the last bits, so the same program may give other bits in another run. At first
    it is off.

    Args:
        enabled: Whether to do so for graphs that are compiled from now on.

    >>> tf.config.experimental.set_background_compilation(True)
    >>> tf.config.experimental.get_background_compilation()
    True
    >>> tf.config.experimental.set_background_compilation(False)
    """
def get_background_compilation() -> bool:
    """Whether graphs are compiled in another thread while NumPy runs their first calls. Not in TensorFlow.

    >>> tf.config.experimental.get_background_compilation()
    False
    """
def set_tiered_compilation(enabled: bool) -> None:
    """Sets whether graphs are compiled in tiers. TensorFlow has no such function.

    With tiers, which is how it begins, the first calls run without machine code (as many as cost less than
    compiling, at most 8), which another thread makes meanwhile. Where sizes are open it makes a program for
    all sizes if there can be one, so that another batch size runs at once; after 64 calls of the same shapes
    a program for these takes over. Shapes that fit no program run on the host first. Without tiers the first
    call compiles for its shapes, and the first call of others for all sizes. Functions with
    `jit_compile=True` have no tiers, and what has loops is compiled at the first call.

    The programs round differently in the last bits. Which of them runs depends on the calls alone, never on
    time.

    Args:
        enabled: Whether to do so for graphs that run for the first time from now on.

    >>> tf.config.experimental.set_tiered_compilation(False)
    >>> tf.config.experimental.get_tiered_compilation()
    False
    >>> tf.config.experimental.set_tiered_compilation(True)
    """
def get_tiered_compilation() -> bool:
    """Whether graphs with open sizes are compiled in tiers. Not in TensorFlow.

    >>> tf.config.experimental.get_tiered_compilation()
    True
    """
def set_region_times(enabled: bool) -> None:
    """Sets whether it is measured how long each region takes. TensorFlow has no such function.

    A region is a part of a graph that is one piece of machine code. What was measured is told by
    `tf.profiler.experimental.region_times`. At first it is off, unless the environment says
    `STAGELIGHT_TIME_REGIONS=1`. Where it is on when the process ends, the times are printed.

    Args:
        enabled: Whether to do so for graphs that are compiled from now on.

    >>> tf.config.experimental.set_region_times(True)
    >>> tf.config.experimental.get_region_times()
    True
    >>> tf.config.experimental.set_region_times(False)
    """
def get_region_times() -> bool:
    """Whether graphs that are compiled now measure how long their regions take. Not in TensorFlow.

    >>> tf.config.experimental.get_region_times()
    False
    """
def set_recycled_memory(max_bytes: int) -> None:
    """Sets how much memory of large arrays is kept to be used again. TensorFlow has no such function.

    Arrays of 1 MB and more are made in such memory, since fresh memory is slower. At first it is 512 MB.

    Args:
        max_bytes: How much is kept, used or not; 0: none, all memory goes back to the system.

    Raises:
        ValueError: `max_bytes` is negative.

    >>> before = tf.config.experimental.get_recycled_memory()
    >>> tf.config.experimental.set_recycled_memory(0)
    >>> tf.config.experimental.set_recycled_memory(before)
    """
def get_recycled_memory() -> int:
    """How many bytes of large arrays are kept to be used again. Not in TensorFlow.

    >>> tf.config.experimental.get_recycled_memory()
    536870912
    """
def available_cpus() -> int:
    """The number of processors this process may use."""
def uses_keras_2() -> bool:
    """Whether `tf.keras` is Keras 2, as a program says by the environment variable TF_USE_LEGACY_KERAS."""
from stagelight.config import experimental as experimental
from stagelight.config import functions_run_eagerly as _experimental_functions_run_eagerly
from stagelight.config import optimizer as optimizer
from stagelight.config import run_functions_eagerly as _experimental_run_functions_eagerly
from stagelight.config import threading as threading
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

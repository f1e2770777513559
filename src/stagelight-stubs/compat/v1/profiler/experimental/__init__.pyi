"""Public names of `tf.compat.v1.profiler.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.runtime.region_times import region_times as region_times
from stagelight.staging.profiling import Profile as Profile
from stagelight.staging.profiling import ProfilerOptions as ProfilerOptions
from stagelight.staging.profiling import Trace as Trace
from stagelight.staging.profiling import start as start
from stagelight.staging.profiling import stop as stop

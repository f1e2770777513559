"""Public names of `tf.compat.v1.profiler.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.profiler.experimental import Profile as Profile
from stagelight.profiler.experimental import ProfilerOptions as ProfilerOptions
from stagelight.profiler.experimental import Trace as Trace
from stagelight.profiler.experimental import region_times as region_times
from stagelight.profiler.experimental import start as start
from stagelight.profiler.experimental import stop as stop

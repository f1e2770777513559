"""Public names of `tf.compat.v1.queue`. Written by `scripts/public_stubs.py`."""

from stagelight.state.queues import FIFOQueue as FIFOQueue
from stagelight.state.queues import PaddingFIFOQueue as PaddingFIFOQueue
from stagelight.state.queues import PriorityQueue as PriorityQueue
from stagelight.state.queues import QueueBase as QueueBase
from stagelight.state.queues import RandomShuffleQueue as RandomShuffleQueue

"""Public names of `tf.compat.v1.queue`. Written by `scripts/public_stubs.py`."""

from stagelight.queue import FIFOQueue as FIFOQueue
from stagelight.queue import PaddingFIFOQueue as PaddingFIFOQueue
from stagelight.queue import PriorityQueue as PriorityQueue
from stagelight.queue import QueueBase as QueueBase
from stagelight.queue import RandomShuffleQueue as RandomShuffleQueue

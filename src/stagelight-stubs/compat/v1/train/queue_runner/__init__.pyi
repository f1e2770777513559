"""Public names of `tf.compat.v1.train.queue_runner`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.queue_runners import QueueRunner as QueueRunner
from stagelight.compat.v1.queue_runners import add_queue_runner as add_queue_runner
from stagelight.compat.v1.queue_runners import start_queue_runners as start_queue_runners

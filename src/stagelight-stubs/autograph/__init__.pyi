"""Public names of `tf.autograph`. Written by `scripts/public_stubs.py`."""

from stagelight.autograph import experimental as experimental
from stagelight.autograph.api import to_code as to_code
from stagelight.autograph.api import to_graph as to_graph
from stagelight.autograph.api import trace as trace
from stagelight.autograph.verbosity import set_verbosity as set_verbosity

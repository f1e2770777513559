"""Public names of `tf.compat.v1.version`. Written by `scripts/public_stubs.py`."""

from stagelight.version import COMPILER_VERSION as COMPILER_VERSION
from stagelight.version import GIT_VERSION as GIT_VERSION
from stagelight.version import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from stagelight.version import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from stagelight.version import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from stagelight.version import VERSION as VERSION

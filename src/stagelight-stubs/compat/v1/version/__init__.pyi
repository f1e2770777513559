"""Public names of `tf.compat.v1.version`. Written by `scripts/public_stubs.py`."""

from typing import Any

COMPILER_VERSION: str
GIT_VERSION: str
GRAPH_DEF_VERSION: int
GRAPH_DEF_VERSION_MIN_CONSUMER: int
GRAPH_DEF_VERSION_MIN_PRODUCER: int
VERSION: str

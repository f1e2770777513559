"""The versions of TensorFlow and of its formats that the library stands for: `tf.version`."""

from __future__ import annotations

from typing import Final

from stagelight.public import public, publish

# The version of TensorFlow whose behaviour ours is, as far as it goes.
TENSORFLOW: Final = "2.21.0"

# The version of its GraphDef format, whose ops have the signatures that ours have, and the oldest
# program that reads what is written.
PRODUCER: Final = 2474
MIN_CONSUMER: Final = 12

publish("version.VERSION", TENSORFLOW)
publish("version.GRAPH_DEF_VERSION", PRODUCER)
publish("version.GRAPH_DEF_VERSION_MIN_CONSUMER", 0)
publish("version.GRAPH_DEF_VERSION_MIN_PRODUCER", 0)
publish("version.GIT_VERSION", f"v{TENSORFLOW}-stagelight")
publish("version.COMPILER_VERSION", "LLVM, through llvmlite")


@public("__internal__.tf2.enabled")
def tf2_enabled() -> bool:
    """Whether programs behave as those of TensorFlow 2 do: always.

    >>> tf.__internal__.tf2.enabled()
    True
    """
    return True

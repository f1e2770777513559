"""Classes of training on parameter servers: `python.distribute.ps_values` and an optimizer.

There are no such servers: libraries ask whether a variable or an optimizer is one of these, and none is.
"""

from __future__ import annotations

from typing import Any

import stagelight as tf


class AggregatingVariable(tf.Variable):
    """A variable on a parameter server whose updates by replicas are aggregated."""


class CachingVariable(tf.Variable):
    """A variable on a parameter server whose value is cached on a worker."""


class PartitionedVariable:
    """A variable whose parts are on several parameter servers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "PartitionedVariable keeps the parts of a variable on several parameter servers, and there are "
            "none here. Use tf.Variable."
        )


class SyncReplicasOptimizer:
    """An optimizer that adds up the gradients of replicas in other processes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "SyncReplicasOptimizer adds up the gradients of replicas in several processes, and there are "
            "none here. Use the optimizer itself, or tf.distribute.MirroredStrategy within one process."
        )

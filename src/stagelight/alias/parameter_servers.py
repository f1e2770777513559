"""`tensorflow.python.distribute.ps_values`: the classes of variables on parameter servers.

There are no such servers: libraries ask whether a variable is one of these, and none is.
"""

from __future__ import annotations

import stagelight as tf


class AggregatingVariable(tf.Variable):
    """A variable on a parameter server whose updates by replicas are aggregated."""


class CachingVariable(tf.Variable):
    """A variable on a parameter server whose value is cached on a worker."""

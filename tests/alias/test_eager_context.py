"""`tensorflow.python.eager.context`."""

from __future__ import annotations

import stagelight as tf
from stagelight.alias.eager_context import context


def test_the_context_tells_whether_operations_run_at_once():
    seen = []

    @tf.function
    def staged():
        seen.append(context().executing_eagerly())

    staged()
    assert context().executing_eagerly() and seen == [False]


def test_the_context_tells_the_name_scope():
    with tf.name_scope("model"), tf.name_scope("layer"):
        assert context().scope_name == "model/layer/"
    assert context().scope_name == ""

"""`tensorflow.python.util.deprecation`."""

from __future__ import annotations

import logging

import stagelight as tf
from stagelight.alias import deprecations


def test_what_is_old_is_told_of_once(caplog):
    @deprecations.deprecated("2030-01-01", "Use new().")
    def old_function(x):
        return x

    @deprecations.deprecated_args(None, "Leave it.", "axis")
    def with_old_argument(x, axis=None):
        return x

    with caplog.at_level(logging.WARNING, tf.get_logger().name):
        tf.get_logger().addHandler(caplog.handler)
        try:
            assert old_function(1) == old_function(1) == with_old_argument(1) == 1
            with deprecations.silence():
                with_old_argument(1, axis=0)
            with_old_argument(1, axis=0)
        finally:
            tf.get_logger().removeHandler(caplog.handler)
    texts = {record.getMessage() for record in caplog.records}
    assert len(texts) == 2
    assert any("old_function" in text and "2030-01-01" in text for text in texts)
    assert any("the argument axis" in text for text in texts)

"""Public names of `tf.lite.experimental.authoring`. Written by `scripts/public_stubs.py`."""

from typing import Any

def compatible(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.onnx.export`.

    >>> tf.lite.experimental.authoring.compatible()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.lite.experimental.authoring.compatible is not available. Use tf.onnx.export.
    """

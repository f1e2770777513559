"""Public names of `tf.compat.v1.lite.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lite.experimental import authoring as authoring
from typing import Any

Analyzer: type[Any]
OpResolverType: type[Any]
QuantizationDebugOptions: type[Any]
QuantizationDebugger: type[Any]
def load_delegate(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.onnx.export`.

    >>> tf.lite.experimental.load_delegate()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.lite.experimental.load_delegate is not available. Use tf.onnx.export.
    """

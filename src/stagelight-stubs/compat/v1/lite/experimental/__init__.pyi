"""Public names of `tf.compat.v1.lite.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lite.experimental import authoring as authoring
from stagelight.lite.experimental import load_delegate as load_delegate
from typing import Any

Analyzer: type[Any]
OpResolverType: type[Any]
QuantizationDebugOptions: type[Any]
QuantizationDebugger: type[Any]

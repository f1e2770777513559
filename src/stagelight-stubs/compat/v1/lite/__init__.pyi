"""Public names of `tf.compat.v1.lite`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lite import experimental as experimental
from typing import Any

Interpreter: type[Any]
OpsSet: type[Any]
Optimize: type[Any]
RepresentativeDataset: type[Any]
TFLiteConverter: type[Any]
TargetSpec: type[Any]

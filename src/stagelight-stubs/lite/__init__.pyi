"""Public names of `tf.lite`. Written by `scripts/public_stubs.py`."""

from stagelight.lite import experimental as experimental
from typing import Any

Interpreter: type[Any]
OpsSet: type[Any]
Optimize: type[Any]
RepresentativeDataset: type[Any]
TFLiteConverter: type[Any]
TargetSpec: type[Any]

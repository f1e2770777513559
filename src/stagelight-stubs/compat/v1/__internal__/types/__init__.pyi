"""Public names of `tf.compat.v1.__internal__.types`. Written by `scripts/public_stubs.py`."""

from stagelight.core.tensor import AbstractTensor as _Tensor
from typing import Any

Tensor = _Tensor

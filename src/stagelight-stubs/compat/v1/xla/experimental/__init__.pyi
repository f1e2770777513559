"""Public names of `tf.compat.v1.xla.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.staging.xla_compilation import compile_computation as _compile
from stagelight.staging.xla_compilation import jit_scope as jit_scope
from typing import Any

compile = _compile

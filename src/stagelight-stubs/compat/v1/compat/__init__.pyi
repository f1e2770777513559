"""Public names of `tf.compat.v1.compat`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.forward import forward_compatibility_horizon as forward_compatibility_horizon
from stagelight.compat.forward import forward_compatible as forward_compatible
from stagelight.compat.text import as_bytes as as_bytes
from stagelight.compat.text import as_str_any as as_str_any
from stagelight.compat.text import as_text as _as_str
from stagelight.compat.text import as_text as as_text
from stagelight.compat.text import path_to_str as path_to_str
from stagelight.types.dimension import dimension_value as dimension_value
from stagelight.types.shapes import dimension_at_index as dimension_at_index
from typing import Any

as_str = _as_str
bytes_or_text_types: tuple
complex_types: tuple
integral_types: tuple
real_types: tuple

"""Public names of `tf.compat.v1.compat`. Written by `scripts/public_stubs.py`."""

from stagelight.compat import as_bytes as as_bytes
from stagelight.compat import as_str as as_str
from stagelight.compat import as_str_any as as_str_any
from stagelight.compat import as_text as as_text
from stagelight.compat import bytes_or_text_types as bytes_or_text_types
from stagelight.compat import complex_types as complex_types
from stagelight.compat import dimension_at_index as dimension_at_index
from stagelight.compat import dimension_value as dimension_value
from stagelight.compat import forward_compatibility_horizon as forward_compatibility_horizon
from stagelight.compat import forward_compatible as forward_compatible
from stagelight.compat import integral_types as integral_types
from stagelight.compat import path_to_str as path_to_str
from stagelight.compat import real_types as real_types

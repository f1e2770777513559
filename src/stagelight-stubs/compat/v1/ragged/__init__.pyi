"""Public names of `tf.compat.v1.ragged`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.ragged_placeholders import constant_value as constant_value
from stagelight.compat.v1.ragged_placeholders import ragged_placeholder as _placeholder
from stagelight.ops.ragged.ragged_value import RaggedTensorValue as RaggedTensorValue
from stagelight.ragged import boolean_mask as boolean_mask
from stagelight.ragged import constant as constant
from stagelight.ragged import cross as cross
from stagelight.ragged import cross_hashed as cross_hashed
from stagelight.ragged import map_flat_values as map_flat_values
from stagelight.ragged import range as range
from stagelight.ragged import row_splits_to_segment_ids as row_splits_to_segment_ids
from stagelight.ragged import segment_ids_to_row_splits as segment_ids_to_row_splits
from stagelight.ragged import stack as stack
from stagelight.ragged import stack_dynamic_partitions as stack_dynamic_partitions
from typing import Any

placeholder = _placeholder

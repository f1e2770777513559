"""Public names of `tf.compat.v1.ragged`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.ragged_placeholders import constant_value as constant_value
from stagelight.compat.v1.ragged_placeholders import ragged_placeholder as _placeholder
from stagelight.ops.ragged.arrangement import stack as stack
from stagelight.ops.ragged.conversion import constant as constant
from stagelight.ops.ragged.conversion import map_flat_values as map_flat_values
from stagelight.ops.ragged.crossing import cross as cross
from stagelight.ops.ragged.crossing import cross_hashed as cross_hashed
from stagelight.ops.ragged.ragged_value import RaggedTensorValue as RaggedTensorValue
from stagelight.ops.ragged.ranges import range as range
from stagelight.ops.ragged.row_splits import row_splits_to_segment_ids as row_splits_to_segment_ids
from stagelight.ops.ragged.row_splits import segment_ids_to_row_splits as segment_ids_to_row_splits
from stagelight.ops.ragged.selection import boolean_mask as boolean_mask
from stagelight.ops.ragged.selection import stack_dynamic_partitions as stack_dynamic_partitions
from typing import Any

placeholder = _placeholder

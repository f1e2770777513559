"""Public names of `tf.compat.v1.nest`. Written by `scripts/public_stubs.py`."""

from stagelight.nest import assert_same_structure as assert_same_structure
from stagelight.nest import flatten as flatten
from stagelight.nest import is_nested as is_nested
from stagelight.nest import map_structure as map_structure
from stagelight.nest import pack_sequence_as as pack_sequence_as

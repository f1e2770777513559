"""Public names of `tf.compat.v1.__internal__.nest`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.nest import flatten_up_to as flatten_up_to
from stagelight.__internal__.nest import get_traverse_shallow_structure as get_traverse_shallow_structure
from stagelight.__internal__.nest import is_attrs as is_attrs
from stagelight.__internal__.nest import is_mapping as is_mapping
from stagelight.__internal__.nest import list_to_tuple as list_to_tuple
from stagelight.__internal__.nest import map_structure_up_to as map_structure_up_to
from stagelight.__internal__.nest import sequence_like as sequence_like
from stagelight.__internal__.nest import yield_flat_paths as yield_flat_paths

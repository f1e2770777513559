"""Public names of `tf.compat.v1.__internal__.nest`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.shallow_structures import flatten_up_to as flatten_up_to
from stagelight.alias.shallow_structures import get_traverse_shallow_structure as get_traverse_shallow_structure
from stagelight.alias.shallow_structures import is_attrs as is_attrs
from stagelight.alias.shallow_structures import is_mapping as is_mapping
from stagelight.alias.shallow_structures import list_to_tuple as list_to_tuple
from stagelight.alias.shallow_structures import map_structure_up_to as map_structure_up_to
from stagelight.alias.shallow_structures import sequence_like as sequence_like
from stagelight.alias.shallow_structures import yield_flat_paths as yield_flat_paths

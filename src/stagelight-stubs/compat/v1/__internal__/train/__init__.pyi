"""Public names of `tf.compat.v1.__internal__.train`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import rewrites_precision as _is_mixed_precision_graph_rewrite_enabled
from stagelight.alias.keras_2 import take_note as _set_using_mixed_precision_policy
from stagelight.alias.keras_2 import update_checkpoint_state as update_checkpoint_state
from typing import Any

is_mixed_precision_graph_rewrite_enabled = _is_mixed_precision_graph_rewrite_enabled
set_using_mixed_precision_policy = _set_using_mixed_precision_policy

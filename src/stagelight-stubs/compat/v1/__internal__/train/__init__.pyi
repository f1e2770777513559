"""Public names of `tf.compat.v1.__internal__.train`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.train import is_mixed_precision_graph_rewrite_enabled as is_mixed_precision_graph_rewrite_enabled
from stagelight.__internal__.train import set_using_mixed_precision_policy as set_using_mixed_precision_policy
from stagelight.__internal__.train import update_checkpoint_state as update_checkpoint_state

"""Public names of `tf.compat.v1.__internal__.distribute`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import ShardedVariable as ShardedVariable
from stagelight.alias.keras_2 import variable_sync_on_read_context as variable_sync_on_read_context
from stagelight.compat.v1.__internal__.distribute import interim as interim
from stagelight.distribute.replica import strategy_supports_no_merge_call as strategy_supports_no_merge_call

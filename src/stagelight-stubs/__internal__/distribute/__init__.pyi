"""Public names of `tf.__internal__.distribute`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.distribute import interim as interim
from stagelight.alias.keras_2 import ShardedVariable as ShardedVariable
from stagelight.alias.keras_2 import variable_sync_on_read_context as variable_sync_on_read_context
from stagelight.distribute.replica import strategy_supports_no_merge_call as strategy_supports_no_merge_call

"""Public names of `tf.compat.v1.saved_model.main_op`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_builder import main_op as main_op

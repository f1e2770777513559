"""Public names of `tf.compat.v1.saved_model.loader`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_builder import maybe_saved_model_directory as maybe_saved_model_directory
from stagelight.compat.v1.saved_models import load as load

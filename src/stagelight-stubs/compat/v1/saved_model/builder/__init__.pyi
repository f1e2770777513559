"""Public names of `tf.compat.v1.saved_model.builder`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_builder import Builder as _SavedModelBuilder
from typing import Any

SavedModelBuilder = _SavedModelBuilder

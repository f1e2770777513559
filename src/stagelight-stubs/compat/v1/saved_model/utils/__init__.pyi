"""Public names of `tf.compat.v1.saved_model.utils`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_signatures import build_tensor_info as build_tensor_info
from stagelight.compat.v1.model_signatures import get_tensor_from_tensor_info as get_tensor_from_tensor_info

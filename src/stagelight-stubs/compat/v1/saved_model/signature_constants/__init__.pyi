"""Public names of `tf.compat.v1.saved_model.signature_constants`. Written by `scripts/public_stubs.py`."""

from typing import Any

CLASSIFY_INPUTS: str
CLASSIFY_METHOD_NAME: str
CLASSIFY_OUTPUT_CLASSES: str
CLASSIFY_OUTPUT_SCORES: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
PREDICT_INPUTS: str
PREDICT_METHOD_NAME: str
PREDICT_OUTPUTS: str
REGRESS_INPUTS: str
REGRESS_METHOD_NAME: str
REGRESS_OUTPUTS: str

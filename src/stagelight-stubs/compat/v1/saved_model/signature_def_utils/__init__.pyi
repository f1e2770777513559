"""Public names of `tf.compat.v1.saved_model.signature_def_utils`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_signatures import build_signature_def as build_signature_def
from stagelight.compat.v1.model_signatures import classification_signature_def as classification_signature_def
from stagelight.compat.v1.model_signatures import is_valid_signature as is_valid_signature
from stagelight.compat.v1.model_signatures import predict_signature_def as predict_signature_def
from stagelight.compat.v1.model_signatures import regression_signature_def as regression_signature_def

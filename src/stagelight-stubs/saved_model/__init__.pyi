"""Public names of `tf.saved_model`. Written by `scripts/public_stubs.py`."""

from stagelight.saved_model import experimental as experimental
from stagelight.saving.saved_model.files import contains_saved_model as contains_saved_model
from stagelight.saving.saved_model.loading import load as load
from stagelight.saving.saved_model.options import LoadOptions as LoadOptions
from stagelight.saving.saved_model.options import SaveOptions as SaveOptions
from stagelight.saving.saved_model.saving import save as save
from stagelight.state.asset import Asset as Asset
from typing import Any

ASSETS_DIRECTORY: str
ASSETS_KEY: str
CLASSIFY_INPUTS: str
CLASSIFY_METHOD_NAME: str
CLASSIFY_OUTPUT_CLASSES: str
CLASSIFY_OUTPUT_SCORES: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
GPU: str
PREDICT_INPUTS: str
PREDICT_METHOD_NAME: str
PREDICT_OUTPUTS: str
REGRESS_INPUTS: str
REGRESS_METHOD_NAME: str
REGRESS_OUTPUTS: str
SAVED_MODEL_FILENAME_PB: str
SAVED_MODEL_FILENAME_PBTXT: str
SAVED_MODEL_SCHEMA_VERSION: int
SERVING: str
TPU: str
TRAINING: str
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str

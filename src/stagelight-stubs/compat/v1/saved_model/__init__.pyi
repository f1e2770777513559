"""Public names of `tf.compat.v1.saved_model`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.model_builder import Builder as Builder
from stagelight.compat.v1.model_builder import maybe_saved_model_directory as maybe_saved_model_directory
from stagelight.compat.v1.model_builder import simple_save as simple_save
from stagelight.compat.v1.model_signatures import build_signature_def as build_signature_def
from stagelight.compat.v1.model_signatures import build_tensor_info as build_tensor_info
from stagelight.compat.v1.model_signatures import classification_signature_def as classification_signature_def
from stagelight.compat.v1.model_signatures import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from stagelight.compat.v1.model_signatures import is_valid_signature as is_valid_signature
from stagelight.compat.v1.model_signatures import predict_signature_def as predict_signature_def
from stagelight.compat.v1.model_signatures import regression_signature_def as regression_signature_def
from stagelight.compat.v1.saved_model import builder as builder
from stagelight.compat.v1.saved_model import constants as constants
from stagelight.compat.v1.saved_model import experimental as experimental
from stagelight.compat.v1.saved_model import loader as loader
from stagelight.compat.v1.saved_model import main_op as main_op
from stagelight.compat.v1.saved_model import signature_constants as signature_constants
from stagelight.compat.v1.saved_model import signature_def_utils as signature_def_utils
from stagelight.compat.v1.saved_model import tag_constants as tag_constants
from stagelight.compat.v1.saved_model import utils as utils
from stagelight.compat.v1.saved_models import load as load
from stagelight.saving.saved_model.files import contains_saved_model as contains_saved_model
from stagelight.saving.saved_model.loading import load as _load_v2
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
LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
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
load_v2 = _load_v2

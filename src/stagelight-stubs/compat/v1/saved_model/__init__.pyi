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
from stagelight.saved_model import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from stagelight.saved_model import ASSETS_KEY as ASSETS_KEY
from stagelight.saved_model import Asset as Asset
from stagelight.saved_model import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from stagelight.saved_model import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from stagelight.saved_model import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from stagelight.saved_model import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from stagelight.saved_model import DEBUG_DIRECTORY as DEBUG_DIRECTORY
from stagelight.saved_model import DEBUG_INFO_FILENAME_PB as DEBUG_INFO_FILENAME_PB
from stagelight.saved_model import DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY
from stagelight.saved_model import GPU as GPU
from stagelight.saved_model import LoadOptions as LoadOptions
from stagelight.saved_model import PREDICT_INPUTS as PREDICT_INPUTS
from stagelight.saved_model import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from stagelight.saved_model import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from stagelight.saved_model import REGRESS_INPUTS as REGRESS_INPUTS
from stagelight.saved_model import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from stagelight.saved_model import REGRESS_OUTPUTS as REGRESS_OUTPUTS
from stagelight.saved_model import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from stagelight.saved_model import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from stagelight.saved_model import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from stagelight.saved_model import SERVING as SERVING
from stagelight.saved_model import SaveOptions as SaveOptions
from stagelight.saved_model import TPU as TPU
from stagelight.saved_model import TRAINING as TRAINING
from stagelight.saved_model import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from stagelight.saved_model import VARIABLES_FILENAME as VARIABLES_FILENAME
from stagelight.saved_model import contains_saved_model as contains_saved_model
from stagelight.saved_model import save as save
from stagelight.saving.saved_model.loading import load as _load_v2
from typing import Any

LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
load_v2 = _load_v2

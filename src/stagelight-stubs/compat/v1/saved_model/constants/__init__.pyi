"""Public names of `tf.compat.v1.saved_model.constants`. Written by `scripts/public_stubs.py`."""

from typing import Any

ASSETS_DIRECTORY: str
ASSETS_KEY: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
SAVED_MODEL_FILENAME_PB: str
SAVED_MODEL_FILENAME_PBTXT: str
SAVED_MODEL_SCHEMA_VERSION: int
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str

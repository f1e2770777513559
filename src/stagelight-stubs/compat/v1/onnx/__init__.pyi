"""Public names of `tf.compat.v1.onnx`. Written by `scripts/public_stubs.py`."""

from stagelight.onnx.exporting.export import UnsupportedOperationsError as UnsupportedOperationsError
from stagelight.onnx.exporting.export import export as export
from stagelight.onnx.exporting.export import supported_ops as supported_ops
from stagelight.onnx.importing.files import read_model as _read
from stagelight.onnx.importing.load import Model as Model
from stagelight.onnx.importing.load import load as load
from stagelight.onnx.protos import dtype_of_number as _as_dtype
from typing import Any

as_dtype = _as_dtype
read = _read

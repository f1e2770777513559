"""Public names of `tf.compat.v1.onnx`. Written by `scripts/public_stubs.py`."""

from stagelight.onnx import Model as Model
from stagelight.onnx import UnsupportedOperationsError as UnsupportedOperationsError
from stagelight.onnx import as_dtype as as_dtype
from stagelight.onnx import export as export
from stagelight.onnx import load as load
from stagelight.onnx import read as read
from stagelight.onnx import supported_ops as supported_ops

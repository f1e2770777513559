"""`stagelight.onnx`: staged functions as ONNX models, and ONNX models as functions.

- `protos`: ONNX's messages, by the library `onnx`
- `exporting`: `export`, `supported_ops`
- `importing`: `load`
"""

from stagelight.onnx.exporting import export as _export  # noqa: F401 (its names are public)
from stagelight.onnx.importing import load as _load  # noqa: F401 (its names are public)
from stagelight.public import names_are_complete

names_are_complete()

"""ONNX models as modules with a staged function.

- `files`: messages and tensors of files that strangers wrote
- `operators`: the table of operators; its rows are in one file a family
- `load`: the public function
"""

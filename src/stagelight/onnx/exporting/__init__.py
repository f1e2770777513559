"""Functions as ONNX models.

- `writer`: the ONNX graph that is being built; `runtime_kernels`: what ONNX Runtime lacks
- `converters`: the table of conversions; its rows are in one file a family of ops
- `graphs`: the walk through a function's graph; `tidying`: what is made shorter behind it
- `export`: the public function
"""

"""File formats as bytes and messages; knows nothing of tensors, graphs or ops.

- `schema`: the protobuf message classes, `schema.GraphDef` and its kin
- `tensor_proto`: NumPy arrays to and from `TensorProto`
- `checksums`, `varints`, `string_rows`, `atomic_files`: what formats share
- `table_file`, `tensor_bundle`: the files of checkpoints
- `protos/`: the schemas as text, and compiled
"""

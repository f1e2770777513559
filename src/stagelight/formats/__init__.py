"""File formats as bytes and messages; knows nothing of tensors, graphs or ops.

- `schema`: the protobuf message classes, `schema.GraphDef` and its kin
- `tensor_proto`, `tensor_content`: NumPy arrays to and from `TensorProto`
- `files`, `atomic_files`, `read_ahead`: how files are read and written
- `checksums`, `varints`, `string_rows`, `snappy`: what formats share
- `table_file`, `tensor_bundle`: the files of checkpoints
- `record_files`, `event_files`, `csv_text`, `pictures`: records, events, comma-separated values, images
- `xplane`: what a profiler saw
- `text_table`: tables to be read
- `versions`: `tf.version`
- `protos/`: the schemas as text, and compiled
"""

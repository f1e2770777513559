"""`tf.feature_column`: descriptions of how a model's inputs are made of the features of examples.

`column.py` says what a column is, `features.py` keeps what was computed of an example's features; the
other files have one kind of column each. `input_layer.py` is who asks them, in programs of TensorFlow 1.
"""

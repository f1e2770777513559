"""Ops on serialized examples: `tf.io.parse_example` and its like, and the features that they take."""

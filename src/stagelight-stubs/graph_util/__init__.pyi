"""Public names of `tf.graph_util`. Written by `scripts/public_stubs.py`."""

from stagelight.graph.graph_def_import import import_graph_def as import_graph_def

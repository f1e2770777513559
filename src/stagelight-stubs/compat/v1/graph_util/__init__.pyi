"""Public names of `tf.compat.v1.graph_util`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import import_graph_def as import_graph_def
from stagelight.compat.v1.graph_surgery import convert_variables_to_constants as convert_variables_to_constants
from stagelight.compat.v1.graph_surgery import extract_sub_graph as extract_sub_graph
from stagelight.compat.v1.graph_surgery import remove_training_nodes as remove_training_nodes
from stagelight.compat.v1.graph_surgery import tensor_shape_from_node_def_name as tensor_shape_from_node_def_name

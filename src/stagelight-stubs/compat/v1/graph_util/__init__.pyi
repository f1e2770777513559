"""Public names of `tf.compat.v1.graph_util`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.graph_surgery import convert_variables_to_constants as convert_variables_to_constants
from stagelight.compat.v1.graph_surgery import extract_sub_graph as extract_sub_graph
from stagelight.compat.v1.graph_surgery import remove_training_nodes as remove_training_nodes
from stagelight.compat.v1.graph_surgery import tensor_shape_from_node_def_name as tensor_shape_from_node_def_name
from typing import Any

def import_graph_def(
    graph_def: Any,
    input_map: Any = None,
    return_elements: Any = None,
    name: Any = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> Any:
    """`import_graph_def` with the arguments of TensorFlow 1:

        graph_def, input_map, return_elements, name, op_dict, producer_op_list

    Adds the operations of a `GraphDef` to the current graph.

    What only TensorFlow 1 writes is rewritten (decision 29): variables that are tensors of a reference dtype
    become resources, its arrays lists, `Enter`, `Switch`, `Merge` and their like `While` and `If`. What has
    results keeps its name; what stands inside of a loop or of a conditional does not.

    Args:
        graph_def: the message, or one of the real TensorFlow's.
        input_map: tensors that take the place of tensors in `graph_def`, by their names there
            ("x" or "x:0").
        return_elements: names of operations ("x") and tensors ("x:0") in `graph_def` to return.
        name: a prefix for the operations' names, "import" by default; "" for none.
        producer_op_list: an `OpList` of the program that wrote the graph: attrs that are not known
            here are left out where they have their default there.

    Returns:
        The operations and tensors that were asked for; None if none were.

    Raises:
        TypeError: `graph_def` is no GraphDef, or another argument is not of its type.
        NotImplementedError: it has ops that are not known; the message lists them all.
        ValueError: it is broken (names, inputs, cycles, dtypes, attrs, functions), its shapes do
            not fit, or a name in `input_map` or `return_elements` is not in it. Nothing is added
            then.
        RuntimeError: no graph is being built.

    >>> source = tf.Graph()
    >>> with source.as_default():
    ...     three = tf.constant(3, name="three")
    >>> with tf.Graph().as_default() as graph:
    ...     tf.graph_util.import_graph_def(source.as_graph_def(), return_elements=["three:0"])
    [<tf.Tensor 'import/three:0' shape=() dtype=int32>]
    """

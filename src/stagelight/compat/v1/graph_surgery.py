"""`tf.compat.v1.graph_util`: messages of graphs cut down to what is needed, or without variables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from stagelight.compat.v1.session import Session
from stagelight.formats import schema
from stagelight.graph.freezing import FrozenValue, freeze_handles
from stagelight.logs import get_logger
from stagelight.public import public


def _node_of(name: str) -> str:
    """The node that an input comes from."""
    return name.removeprefix("^").partition(":")[0]


@public("compat.v1.graph_util.extract_sub_graph")
def extract_sub_graph(graph_def: Any, dest_nodes: Iterable[str]) -> Any:
    """The part of a graph that some nodes need.

    Args:
        graph_def: a `GraphDef` message.
        dest_nodes: the names of the nodes.

    Returns:
        A `GraphDef` with these nodes and all that lead to them, in their order.

    Raises:
        TypeError: it is no `GraphDef`, or one string instead of several.
        AssertionError: there is no such node.

    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.constant(1.0, name="x")
    ...     y, z = tf.square(x, name="y"), tf.sqrt(x, name="z")
    >>> part = tf.compat.v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["y"])
    >>> [node.name for node in part.node]
    ['x', 'y']
    """
    if not isinstance(graph_def, schema.GraphDef):
        raise TypeError(
            f"graph_def must be a graph_pb2.GraphDef proto, but got type {type(graph_def)}."
        )
    if isinstance(dest_nodes, str):
        raise TypeError(
            f"dest_nodes must be an iterable of strings, but got type {type(dest_nodes)}."
        )
    nodes = {node.name: node for node in graph_def.node}
    waiting = list(dest_nodes)
    for name in waiting:
        if name not in nodes:
            raise AssertionError(f"{name} is not in graph")
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [_node_of(each) for each in nodes[name].input]
    part = schema.GraphDef(library=graph_def.library, versions=graph_def.versions)
    part.node.extend(node for node in graph_def.node if node.name in needed)
    return part


@public("compat.v1.graph_util.remove_training_nodes")
def remove_training_nodes(input_graph: Any, protected_nodes: Any = None) -> Any:
    """A graph without the nodes that only training needs: `CheckNumerics` and `Identity`.

    Args:
        input_graph: a `GraphDef` message.
        protected_nodes: the names of nodes that stay.

    Returns:
        A `GraphDef`. An `Identity` stays that other nodes wait for, or that waits for others.

    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.square(tf.identity(tf.constant(1.0, name="x")), name="y")
    >>> short = tf.compat.v1.graph_util.remove_training_nodes(graph.as_graph_def())
    >>> [(node.name, list(node.input)) for node in short.node]
    [('x', []), ('y', ['x'])]
    """
    protected = set(protected_nodes or ())
    removed = {
        node.name
        for node in input_graph.node
        if node.op == "CheckNumerics" and node.name not in protected
    }
    waited_for = {
        name.removeprefix("^")
        for node in input_graph.node
        for name in node.input
        if name.startswith("^")
    }
    instead = {
        node.name: node.input[0]
        for node in input_graph.node
        if node.op == "Identity"
        and node.name not in protected | waited_for
        and not any(name.startswith("^") for name in node.input)
    }
    short = schema.GraphDef()
    for node in input_graph.node:
        if node.name in removed or node.name in instead:
            continue
        copy = short.node.add()
        copy.CopyFrom(node)
        del copy.input[:]
        for name in node.input:
            if name.removeprefix("^") in removed:
                continue
            while name.removeprefix("^") in instead:
                name = instead[name.removeprefix("^")]
            copy.input.append(name)
    return short


@public("compat.v1.graph_util.convert_variables_to_constants")
def convert_variables_to_constants(
    sess: Session,
    input_graph_def: Any,
    output_node_names: Iterable[str],
    variable_names_whitelist: Any = None,
    variable_names_blacklist: Any = None,
) -> Any:
    """The part of a graph that some nodes need, with the values of variables as constants.

    Args:
        sess: the session that has the values.
        input_graph_def: a `GraphDef` message.
        output_node_names: the names of the nodes.
        variable_names_whitelist: the names of the variables that become constants; all if None.
        variable_names_blacklist: the names of variables that do not.

    Returns:
        A `GraphDef`.

    Raises:
        TypeError, AssertionError: as by `extract_sub_graph`.
        ValueError: a node that is needed writes to one of the variables.

    >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
    ...     y = tf.multiply(tf.compat.v1.get_variable("v", initializer=2.0), 3.0, name="y")
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     frozen = tf.compat.v1.graph_util.convert_variables_to_constants(
    ...         session, graph.as_graph_def(), ["y"])
    >>> sorted({node.op for node in frozen.node})
    ['Const', 'Identity', 'Mul']
    """
    frozen = extract_sub_graph(input_graph_def, output_node_names)
    variables = {
        node.name: node
        for node in frozen.node
        if node.op == "VarHandleOp"
        and (variable_names_whitelist is None or node.name in variable_names_whitelist)
        and node.name not in (variable_names_blacklist or ())
    }
    values = dict(zip(variables, sess.run([f"{name}:0" for name in variables]), strict=True))
    get_logger().info("Froze %d variables.", len(values))
    dtypes = {name: variables[name].attr["dtype"].type for name in values}
    freeze_handles(frozen, {name: FrozenValue(values[name], dtypes[name]) for name in values})
    return frozen


@public("compat.v1.graph_util.tensor_shape_from_node_def_name")
def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> Any:
    """The static shape of a tensor, by its name in a message; without a number it is the first output.

    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.zeros([2, 3], name="x")
    >>> tf.compat.v1.graph_util.tensor_shape_from_node_def_name(graph, "x")
    TensorShape([2, 3])
    """
    name = re.sub(r"^\^", "", input_name)
    return graph.get_tensor_by_name(name if ":" in name else f"{name}:0").shape

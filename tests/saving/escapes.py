"""Models that try to get out of `trust="none"`: one table of attacks, each an edit of a saved model.

An attack writes the file `marker`, or gets at the text of the file `secret`, where it succeeds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import stagelight as tf
from stagelight.formats import schema

SECRET = "a line that no model may see"
X = tf.TensorSpec([], tf.float32, name="x")


class Files(NamedTuple):
    """What an attack is after: a file to write, one to read."""

    marker: Path
    secret: Path


class Attack(NamedTuple):
    """A function that is saved, an edit of the file, and what has to come of it.

    Either loading or calling it fails, or nothing is written or read; then a number may have to be right.
    """

    function: Callable[..., Any]
    edit: Callable[[Any, Files], None]
    is_refused: bool = True
    has_right_value: bool = False


def text_input(value):
    """A function of a text, in place of a number."""
    return lambda x: tf.strings.join([tf.strings.as_string(x), value])


def functions(graph):
    return graph.graph_def.library.function


def node_of(graph, op):
    """The first node of an op, with its function."""
    return next((f, x) for f in functions(graph) for x in f.node_def if x.op == op)


def python_call(files):
    return f"open({str(files.marker)!r}, 'w').write('x')"


# ---------------------------------------------------------------------------- Python text


def calls_of_a_function(x):
    """Calls, which plans have steps for where they are not inlined."""

    @tf.function
    def large(y):
        return tf.strings.length(tf.strings.join([y, "a"]))

    return large(tf.strings.as_string(x)) + large(tf.strings.as_string(x + 1.0))


def private_attr_as_code(graph, files):
    for function in functions(graph):
        for node in function.node_def:
            if "PartitionedCall" in node.op:
                node.attr[f"_a={python_call(files)}, _b"].i = 1


def private_attr_as_name(graph, files):
    for function in functions(graph):
        for node in function.node_def:
            if "PartitionedCall" in node.op:
                node.attr["__import__('os') or _b"].s = b"'''"


def declared_text_attr_as_code(graph, files):
    _, node = node_of(graph, "StringJoin")
    node.attr["separator"].s = f"', x={python_call(files)}, y='".encode()


def function_name_as_code(graph, files):
    name = f"f\n{python_call(files)}\n#"
    rename(graph, lambda old: name + old if "large" in old else old)


def rename(graph, new):
    """Renames functions of the library, wherever they are named."""
    for function in functions(graph):
        function.signature.name = new(function.signature.name)
        for node in function.node_def:
            for value in node.attr.values():
                if value.WhichOneof("value") == "func":
                    value.func.name = new(value.func.name)


def signature_name_as_code(graph, files):
    for signature in graph.signature_def.values():
        for key in list(signature.outputs):
            signature.outputs[f"{key}': {python_call(files)}, 'b"].CopyFrom(signature.outputs[key])


def output_name_as_code(graph, files):
    for told in graph.object_graph_def.concrete_functions.values():
        for key in list(told.output_signature.dict_value.fields):
            value = told.output_signature.dict_value.fields.pop(key)
            told.output_signature.dict_value.fields[f"{key}': {python_call(files)}, '"].CopyFrom(value)


# ---------------------------------------------------------------------------- ops under other names


def function_named_as_an_op(graph, files):
    """A library function `StringLower`, which reads and writes files."""
    _, node = node_of(graph, "StringLower")
    made = functions(graph).add(ret={"output": "r:contents:0"})
    made.signature.name = "StringLower"
    made.signature.input_arg.add(name="input", type=7)
    made.signature.output_arg.add(name="output", type=7)
    for name, text in (("p", str(files.secret)), ("q", str(files.marker))):
        constant = made.node_def.add(name=name, op="Const")
        constant.attr["dtype"].type = 7
        tensor = constant.attr["value"].tensor
        tensor.dtype = 7
        tensor.tensor_shape.SetInParent()
        tensor.string_val.append(text.encode())
    made.node_def.add(name="r", op="ReadFile", input=["p:output:0"])
    made.node_def.add(name="w", op="WriteFile", input=["q:output:0", "r:contents:0"])
    made.signature.control_output.append("w")
    made.control_ret["w"] = "w"
    del node.attr["encoding"]


def replaced_op(op, attrs=()):
    """Makes the first `StringLower` another op."""

    def edit(graph, files):
        _, node = node_of(graph, "StringLower")
        node.op = op
        node.attr.clear()
        for key, value in attrs:
            set_attr(node.attr[key], value)

    return edit


def set_attr(message, value):
    kind = {int: "i", bytes: "s", bool: "b"}[type(value)]
    setattr(message, kind, value)


def in_a_branch(graph, files):
    """The op stands in a function that only a private attr names."""
    made = functions(graph).add(ret={"output": "r:contents:0"})
    made.signature.name = "hidden"
    made.signature.input_arg.add(name="input", type=7)
    made.signature.output_arg.add(name="output", type=7)
    made.node_def.add(name="r", op="ReadFile", input=["input"])
    _, node = node_of(graph, "StringLower")
    node.op = "PartitionedCall"
    node.attr.clear()
    node.attr["Tin"].list.type.append(7)
    node.attr["Tout"].list.type.append(7)
    node.attr["f"].func.name = "hidden"


# ---------------------------------------------------------------------------- attrs and objects


def sampled(x):
    ids = tf.cast(tf.reshape(x, [1, 1]), tf.int64)
    return tf.random.fixed_unigram_candidate_sampler(
        ids, 1, 1, False, 3, unigrams=[1.0, 2.0, 3.0]
    ).sampled_candidates  # fmt: skip


def vocabulary_file(graph, files):
    _, node = node_of(graph, "FixedUnigramCandidateSampler")
    node.attr["vocab_file"].s = str(files.secret).encode()
    node.attr["unigrams"].list.Clear()
    node.attr["unigrams"].list.SetInParent()


def asset_outside(graph, files):
    """An object that stands for a file, which is not the model's."""
    graph.asset_file_def.add(filename=f"../../{files.secret.name}").tensor_info.name = "asset"
    nodes = graph.object_graph_def.nodes
    nodes[0].children.add(node_id=len(nodes), local_name="asset")
    nodes.add().asset.asset_file_def_index = 0


def python_attribute(name):
    def edit(graph, files):
        graph.object_graph_def.nodes[0].children[0].local_name = name

    return edit


def gradient_function_reads(graph, files):
    """The op stands in a gradient function, which is looked up when a tape asks for it."""
    in_a_branch(graph, files)
    graph.graph_def.library.gradient.add(function_name="hidden", gradient_func="hidden")


# ---------------------------------------------------------------------------- shapes


def looping(x):
    """A loop whose variable has four elements, and what machine code computes of it."""
    y = tf.while_loop(
        lambda i, y: i < 1, lambda i, y: (i + 1, tf.tile(y, [1]) * 1.0), (0, tf.fill([4], x))
    )[1]
    return tf.reduce_sum(tf.sin(y) * y)


def without_shapes(graph):
    for function in functions(graph):
        for node in function.node_def:
            if "_output_shapes" in node.attr:
                del node.attr["_output_shapes"]


def body_of_another_size(count):
    def edit(graph, files):
        without_shapes(graph)
        function, tile = node_of(graph, "Tile")
        name = tile.input[1].partition(":")[0]
        (constant,) = [node for node in function.node_def if node.name == name]
        constant.attr["value"].tensor.int_val[:] = [count]

    return edit


def claimed_shape(op, *sizes):
    """Claims that an op gives a tensor of another shape."""

    def edit(graph, files):
        _, node = node_of(graph, op)
        shapes = node.attr["_output_shapes"].list
        shapes.ClearField("shape")
        shape = shapes.shape.add()
        for size in sizes:
            shape.dim.add(size=size)

    return edit


def shaped_by_values(x):
    """What no inference knows the size of."""
    count = tf.cast(x, tf.int32) + 2
    return tf.reduce_sum(tf.sin(tf.fill(count[None], x)) * 2.0)


def argument_of_another_size(graph, files):
    for function in functions(graph):
        for told in function.arg_attr.values():
            for shape in told.attr["_output_shapes"].list.shape:
                if len(shape.dim) == 1:
                    shape.dim[0].size = 4096


def lower(x):
    return tf.strings.lower(tf.strings.as_string(x))


ATTACKS = {
    "the name of a private attr is Python": Attack(
        calls_of_a_function, private_attr_as_code, is_refused=False
    ),
    "the name of a private attr is an expression": Attack(
        calls_of_a_function, private_attr_as_name, is_refused=False
    ),
    "the text of an attr is Python": Attack(
        text_input("b"), declared_text_attr_as_code, is_refused=False
    ),
    "the name of a function is Python": Attack(
        calls_of_a_function, function_name_as_code, is_refused=False
    ),
    "the name of a signature's result is Python": Attack(
        lower, signature_name_as_code, is_refused=False
    ),
    "the key of a result is Python": Attack(
        lambda x: {"a": x + 1.0}, output_name_as_code, is_refused=False
    ),
    "a function has the name of an op": Attack(lower, function_named_as_an_op),
    "an op reads a file": Attack(lower, replaced_op("ReadFile")),
    "an op lists files": Attack(lower, replaced_op("MatchingFiles")),
    "an op calls Python": Attack(lower, replaced_op("EagerPyFunc", [("token", b"pyfunc_0")])),
    "a function that is called reads a file": Attack(lower, in_a_branch),
    "a gradient function reads a file": Attack(lower, gradient_function_reads),
    "a sampler reads a file": Attack(sampled, vocabulary_file),
    "an asset is outside of the model": Attack(lower, asset_outside),
    "a loop's body returns more than it takes": Attack(
        looping, body_of_another_size(100_000), has_right_value=True
    ),
    "a loop's body returns nothing": Attack(looping, body_of_another_size(0), has_right_value=True),
    "an argument is smaller than it says": Attack(
        looping, argument_of_another_size, has_right_value=True
    ),
    "a result is smaller than it says": Attack(
        shaped_by_values, claimed_shape("Fill", 4096), is_refused=False, has_right_value=True
    ),
    "a result is larger than it says": Attack(
        shaped_by_values, claimed_shape("Fill", 1), is_refused=False, has_right_value=True
    ),
    **{
        f"an object has Python's attribute {name}": Attack(lower, python_attribute(name))
        for name in ("__class__", "__dict__", "__reduce__", "__init__", "__getattr__")
    },
}  # fmt: skip


def edited_model(folder: Path, attack: Attack, files: Files) -> Path:
    """Saves the attack's function, and edits the file."""
    module = tf.Module()
    module.f = tf.function(attack.function, input_signature=[X])
    signature = module.f.get_concrete_function()
    signatures = signature if not isinstance(signature.structured_outputs, dict) else None
    tf.saved_model.save(module, folder, signatures)
    path = folder / "saved_model.pb"
    message = schema.SavedModel.FromString(path.read_bytes())
    attack.edit(message.meta_graphs[0], files)
    path.write_bytes(message.SerializeToString())
    return folder

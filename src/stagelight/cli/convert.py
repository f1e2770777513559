"""`stagelight convert`: between saved models, GraphDefs that stand on their own, and models of ONNX."""

from __future__ import annotations

import argparse
import os

import stagelight as tf
from stagelight.cli.models import signature_of
from stagelight.formats.atomic_files import replaced
from stagelight.saving.saved_model.freezing import frozen_graph


def convert(options: argparse.Namespace) -> None:
    """Writes a model in the format that the target's name says.

    Raises:
        ValueError: the signature cannot be written so.
        OSError: the target cannot be written.
    """
    name, function = signature_of(options.path, options.signature, options.trust)
    target = options.target
    if target.endswith(".onnx"):
        model = tf.onnx.export(function, target, opset=options.opset)
        taken = ", ".join(x.name for x in model.graph.input)
        given = ", ".join(x.name for x in model.graph.output)
        count = len(model.graph.node)
        print(f"{target}: {count} nodes; takes {taken or 'nothing'}, gives {given}")
        return
    if target.endswith((".pb", ".pbtxt")):
        graph, inputs, outputs = frozen_graph(function)
        message = graph.as_graph_def(add_shapes=True)
        with replaced(target) as file:
            is_text = target.endswith("txt")
            file.write(str(message).encode() if is_text else message.SerializeToString())
        taken = ", ".join(tensor.op.name for tensor in inputs)
        given = ", ".join(tensor.op.name for tensor in outputs)
        print(f"{target}: {len(message.node)} nodes; takes {taken or 'nothing'}, gives {given}")
        return
    if os.path.isfile(target):
        raise ValueError(
            f"{target} is a file; a saved model is a folder, a GraphDef ends in .pb or .pbtxt, and "
            "a model of ONNX in .onnx"
        )
    model = tf.Module()
    model.function = function
    # What the function captures is reached from the module.
    model.variables_of_function = list(function.variables)
    tf.saved_model.save(model, target, signatures={name: function})
    print(f"{target}: a saved model with the signature {name}")

"""Every op has TensorFlow's signature: names and kinds of inputs, outputs and attrs."""

from __future__ import annotations

import importlib


def _theirs(tensorflow, arguments):
    return [
        (
            argument.name,
            tensorflow.as_dtype(argument.type).name if argument.type else None,
            argument.type_attr or None,
            argument.type_list_attr or None,
            argument.number_attr or None,
        )
        for argument in arguments
    ]


def _ours(arguments):
    return [
        (
            argument.name,
            argument.dtype.name if argument.dtype else None,
            argument.type_attr,
            argument.types_attr,
            argument.number_attr,
        )
        for argument in arguments
    ]


def test_signatures_are_those_of_tensorflow(tensorflow, stagelight):
    registry = importlib.import_module("stagelight.core.registry")
    op_def = importlib.import_module("stagelight.core.op_def")
    known = importlib.import_module("tensorflow.python.framework.op_def_registry")
    wrong = []
    for name in registry.op_names():
        ours, theirs = registry.lookup(name), known.get(name)
        if theirs is None:
            wrong.append(f"{name}: TensorFlow has no such op")
            continue
        for what, mine, its in (
            ("inputs", ours.inputs, theirs.input_arg),
            ("outputs", ours.outputs, theirs.output_arg),
        ):
            if _ours(mine) != _theirs(tensorflow, its):
                wrong.append(f"{name}: {what} are {_theirs(tensorflow, its)}, here {_ours(mine)}")
        attrs = {attr.name: attr for attr in theirs.attr}
        wrong += [f"{name}: TensorFlow has no attr {key!r}" for key in set(ours.attrs) - set(attrs)]
        for key, attr in attrs.items():
            mine = ours.attrs.get(key)
            if mine is None:
                if not attr.HasField("default_value"):
                    wrong.append(f"{name}: the attr {key!r} is missing")
            elif mine.kind != attr.type:
                wrong.append(
                    f"{name}: the attr {key!r} is of the kind {attr.type}, here {mine.kind}"
                )
            elif attr.HasField("default_value") and mine.default is op_def.REQUIRED:
                wrong.append(f"{name}: the attr {key!r} has no default here")
    assert not wrong, "\n".join(wrong)

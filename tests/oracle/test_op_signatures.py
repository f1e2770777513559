"""Every op has TensorFlow's signature: names and kinds of inputs, outputs and attrs."""

from __future__ import annotations

import importlib
import inspect


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


# What TensorFlow registers no gradient for takes or gives nothing that a gradient flows through: handles,
# or integers whose dtype an attr of the op does not restrict.
_WITHOUT_FLOATS = frozenset(
    {
        "NonDeterministicInts",
        "StatefulStandardNormalV2",
        "StatefulTruncatedNormal",
        "StatefulUniform",
        "StatefulUniformFullInt",
        "StatefulUniformInt",
    }
)


def _takes_floats(op_def, arguments):
    """Whether floating or complex tensors may be among the arguments."""
    dtypes = importlib.import_module("stagelight.types.dtypes")
    for argument in arguments:
        allowed = [argument.dtype]
        if argument.dtype is None:
            attr = op_def.attrs.get(argument.type_attr)
            allowed = (None if attr is None else attr.allowed) or dtypes.ALL
        if any(dtype.is_floating or dtype.is_complex for dtype in allowed):
            return True
    return False


def test_ops_without_a_gradient_raise_where_those_of_tensorflow_do(tensorflow, stagelight):
    """None in place of a LookupError is a gradient that is lost in silence."""
    registry = importlib.import_module("stagelight.core.registry")
    ops = importlib.import_module("tensorflow.python.framework.ops")
    silent = []
    for name in registry.op_names():
        ours = registry.lookup(name)
        if ours.gradient is not None or ours.differentiable or name in _WITHOUT_FLOATS:
            continue
        if not (_takes_floats(ours, ours.inputs) and _takes_floats(ours, ours.outputs)):
            continue
        try:
            ops.gradient_registry.lookup(name)
        except LookupError:
            silent.append(name)
    assert not silent, f"{silent} have no gradient, and say nothing"


def test_attrs_come_by_position_in_the_order_of_tensorflow(tensorflow, stagelight):
    """Functions of modules such as `gen_lookup_ops`: inputs, then attrs, those without a default first."""
    registry = importlib.import_module("stagelight.core.registry")
    raw = importlib.import_module("stagelight.core.raw")
    wrong = []
    for name in registry.op_names():
        ours, theirs = registry.lookup(name), getattr(tensorflow.raw_ops, name, None)
        if theirs is None:
            continue
        public_names = {inner: outer for outer, inner in ours.renamed.items()}
        order = [argument.name for argument in ours.inputs] + list(raw.positional_attrs(ours))
        mine = [*(public_names.get(key, key) for key in order), "name"]
        its = list(inspect.signature(inspect.unwrap(theirs)).parameters)
        if mine != its:
            wrong.append(f"{name}: {its}, here {mine}")
    assert not wrong, "\n".join(wrong)

"""Requirements of inputs' shapes: how they are declared, and that every executor checks them."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core.op_def import group_inputs
from stagelight.core.raw import raw_function
from stagelight.core.requirements import check_shapes, first_undecided, parse_requirements
from stagelight.core.tensor import EagerTensor
from tests.ops.sample_groups import GROUPS
from tests.ops.test_odd_inputs import own_application

INPUTS = [("x", False), ("values", True), ("axis", False)]


def test_what_stands_behind_a_list_counts_from_the_end():
    first, last = parse_requirements({"x": "matrix", "axis": "scalar"}, INPUTS)
    assert (first.position, first.rank, last.position, last.rank) == (0, 2, -1, 0)


@pytest.mark.parametrize(
    "texts", [{"values": "scalar"}, {"y": "scalar"}, {"x": "shape of y"}, {"x": "red"}]
)
def test_what_is_no_requirement_is_refused(texts):
    with pytest.raises(ValueError, match="requirement"):
        parse_requirements(texts, INPUTS)


@pytest.mark.parametrize(
    ("text", "shapes", "is_met"),
    [
        ("scalar", [(), ()], True),
        ("scalar", [(1,), ()], False),
        ("scalar", [None, ()], True),
        ("rank 2", [(None, 3), ()], True),
        ("rank 2", [(3,), ()], False),
        ("rank 1 or more", [(2, 3), ()], True),
        ("rank 1 or more", [(), ()], False),
        ("shape of y", [(2, None), (2, 3)], True),
        ("shape of y", [(2, None), (3, 3)], False),
        ("shape of y", [(1, 3), (2, 3)], False),
        ("shape of y", [(3,), (1, 3)], False),
        ("shape of y", [None, (1, 3)], True),
        ("size of y", [(3,), (1, 3)], True),
        ("size of y", [(4,), (1, 3)], False),
        ("size of y", [(None,), (1, 3)], True),
        ("scalar while tracing", [(1,), ()], False),
    ],
)
def test_shapes_meet_a_requirement(text, shapes, is_met):
    requirements = parse_requirements({"x": text}, [("x", False), ("y", False)])
    if is_met:
        check_shapes(requirements, shapes)
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="x must "):
            check_shapes(requirements, shapes)


def test_sizes_that_may_differ_are_undecided():
    requirements = parse_requirements({"x": "shape of y"}, [("x", False), ("y", False)])
    assert first_undecided(requirements, [("n", 3), ("n", 3)]) is None
    assert first_undecided(requirements, [("n", 3), ("m", 3)]) is requirements[0]


def declared():
    """An application of each op that declares requirements, with the position of one required input."""
    found = {}
    for group in GROUPS:
        for _, sample in group.samples:
            if group.op in found or not sample.staged:
                continue
            application = own_application(group, sample)
            if application is not None and application.op_def.requirements:
                found[group.op] = application
                break
    return [
        pytest.param(application, requirement, id=f"{name}-{requirement.name}")
        for name, application in sorted(found.items())
        for requirement in application.op_def.requirements
    ]


def with_another_shape(application, requirement):
    """The op's inputs, of which the required one does not have the shape that it must have."""
    inputs = list(application.inputs)
    tensor = inputs[requirement.position]
    array = tensor._array
    if requirement.or_more:
        array = array.reshape(-1)[:1].reshape(())
    elif requirement.other is not None:
        array = np.concatenate([array.reshape(-1)] * 2) if array.size else np.zeros(3, array.dtype)
    else:
        array = array.reshape(1, *array.shape)
    inputs[requirement.position] = EagerTensor(
        np.ascontiguousarray(array).reshape(array.shape), tensor.dtype
    )
    return inputs


@pytest.mark.parametrize(("application", "requirement"), declared())
def test_every_executor_checks_what_an_op_requires(application, requirement):
    """Eagerly, while tracing, and where only ranks are known, on the host and in machine code."""
    inputs = with_another_shape(application, requirement)
    function = raw_function(application.op_def)

    def call(*tensors):
        return function(
            *group_inputs(application.op_def, tensors, application.attrs), **application.attrs
        )

    refused = (tf.errors.InvalidArgumentError, ValueError)
    words = f"{requirement.name} must {requirement.text}"
    if not requirement.only_traced:
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            call(*inputs)
    with pytest.raises(ValueError, match=words):
        tf.function(call, autograph=False)(*inputs)
    specs = [tf.TensorSpec([None] * x.shape.rank, x.dtype) for x in inputs]
    for executor in ("host", "native"):
        with config.changed(executor=executor), pytest.raises(refused, match=words):
            tf.function(call, specs, autograph=False)(*inputs)

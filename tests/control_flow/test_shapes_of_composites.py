"""Composite tensors whose shape changes in loops, or differs between branches: what is known of it is true.

Each kind of composite goes through each construct, with and without shape invariants. Within the function its
static shape admits its value, and the result is that of eager code.
"""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config


class Row(tf.experimental.ExtensionType):
    values: tf.Tensor
    weight: int = 3


def longer_sparse(v):
    return tf.sparse.concat(0, [v, v])


def longer_slices(v):
    indices = tf.concat([v.indices, v.indices], 0)
    return tf.IndexedSlices(tf.concat([v.values, v.values], 0), indices, v.dense_shape)


def sparse():
    return tf.SparseTensor([[0, 0], [1, 1]], [1, 2], [3, 3])


# By name: a value, what makes the next one of it, the invariant as a shape (None where there is none), and
# as a spec.
KINDS = {
    "sparse, longer": (sparse, longer_sparse, [2], tf.SparseTensorSpec([None, 3], tf.int32)),
    "sparse, deeper": (sparse, tf.sparse.expand_dims, [None], tf.SparseTensorSpec(None, tf.int32)),
    "ragged": (
        lambda: tf.ragged.constant([[1, 2], [3]]),
        lambda v: tf.concat([v, v], 0),
        [None, None],
        tf.RaggedTensorSpec([None, None], tf.int32),
    ),
    "ragged, longer rows": (
        lambda: tf.ragged.constant([[1, 2], [3]]),
        lambda v: tf.concat([v, v], 1),
        [2, None],
        tf.RaggedTensorSpec([2, None], tf.int32),
    ),
    "slices": (
        lambda: tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 1]), tf.constant([5, 3])),
        longer_slices,
        [None, 3],
        tf.IndexedSlicesSpec([None, 3], tf.float32, tf.int32, tf.int32),
    ),
    "extension type": (
        lambda: Row(tf.constant([1.0, 2.0])),
        lambda v: Row(tf.concat([v.values, v.values], 0)),
        None,
        Row.Spec(tf.TensorSpec([None], tf.float32), weight=3),
    ),
}


def while_loop(v, step, n, invariant):
    invariants = None if invariant is None else (tf.TensorShape([]), invariant)
    return tf.while_loop(lambda i, v: i < n, lambda i, v: (i + 1, step(v)), (0, v), invariants)[1]


def pairs(v, invariant):
    return [] if invariant is None else [(v, invariant)]


def while_statement(v, step, n, invariant):
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=pairs(v, invariant))
        v = step(v)
        i += 1
    return v


def for_statement(v, step, n, invariant):
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=pairs(v, invariant))
        v = step(v)
    return v


def if_statement(v, step, n, invariant):
    if n > 0:
        v = step(v)
        if n > 1:
            v = step(v)
    return v


def cond(v, step, n, invariant):
    once = tf.cond(n > 0, lambda: step(v), lambda: v)
    return tf.cond(n > 1, lambda: step(once), lambda: once)


def switch_case(v, step, n, invariant):
    return tf.switch_case(n, [lambda: v, lambda: step(v), lambda: step(step(v))])


LOOPS = {each.__name__: each for each in (while_loop, while_statement, for_statement)}
BRANCHES = {each.__name__: each for each in (if_statement, cond, switch_case)}


def as_arrays(value):
    return [x.numpy() for x in tf.nest.flatten(value, expand_composites=True)]


def check(construct, kind, invariant, executor):
    make, step, *_ = KINDS[kind]

    @tf.function
    def staged(n):
        value = construct(make(), step, n, invariant)
        known.append(getattr(value, "shape", None))
        return value

    known: list = []
    with config.changed(executor=executor):
        for n in (0, 1, 2):
            expected = make()
            for _ in range(n):
                expected = step(expected)
            found = staged(tf.constant(n))
            for a, b in zip(as_arrays(found), as_arrays(expected), strict=True):
                np.testing.assert_array_equal(a, b)
            if isinstance(expected, tf.SparseTensor):
                shape = tf.TensorShape(expected.dense_shape.numpy())
                assert all(each.is_compatible_with(shape) for each in known), known
            elif isinstance(expected, tf.RaggedTensor):
                assert all(each.is_compatible_with(expected.shape) for each in known), known


@pytest.mark.parametrize("executor", ["native", "host"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["shape", "spec", "none"])
@pytest.mark.parametrize("name", LOOPS)
def test_composites_that_grow_in_a_loop(name, form, kind, executor):
    shape, spec = KINDS[kind][2:]
    if form == "shape" and shape is None:
        with pytest.raises(TypeError, match=r"shape invariant of a Row must be a .*Spec"):
            check(LOOPS[name], kind, tf.TensorShape([None]), executor)
    elif form == "none" and name == "while_loop":
        is_general = kind == "ragged, longer rows"  # Its shape says nothing of the length of rows.
        if not is_general:
            with pytest.raises(ValueError, match="shape_invariants"):
                check(LOOPS[name], kind, None, executor)
    else:
        invariants = {"shape": shape and tf.TensorShape(shape), "spec": spec, "none": None}
        check(LOOPS[name], kind, invariants[form], executor)


@pytest.mark.parametrize("executor", ["native", "host"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BRANCHES)
def test_composites_of_other_shapes_in_each_branch(name, kind, executor):
    check(BRANCHES[name], kind, None, executor)


VALUES = {
    "dense": lambda: tf.constant([1.0]),
    "integers": lambda: tf.constant([1]),
    "ragged": lambda: tf.ragged.constant([[1.0]]),
    "sparse": lambda: tf.sparse.from_dense([[1.0]]),
}
SPECS = {
    "dense": [tf.TensorSpec([1]), tf.TensorSpec(None)],
    "integers": [tf.TensorSpec([1], tf.int32)],
    "ragged": [tf.RaggedTensorSpec([1, None], tf.float32), tf.RaggedTensorSpec(None, ragged_rank=1)],
    "sparse": [tf.SparseTensorSpec([1, 1], tf.float32), tf.SparseTensorSpec(None)],
    "no value's": [
        tf.TensorSpec([2]),
        tf.RaggedTensorSpec([2, None], tf.float32),
        tf.SparseTensorSpec([2, 2], tf.float32),
        tf.RaggedTensorSpec(None, tf.int32, ragged_rank=1),
        tf.SparseTensorSpec(None, tf.int32),
    ],
}


@pytest.mark.parametrize("of", SPECS)
@pytest.mark.parametrize("kind", VALUES)
def test_an_invariant_of_another_kind_is_a_type_error(kind, of):
    def run(spec):
        return tf.function(
            lambda x: tf.while_loop(
                lambda i, x: i < 2, lambda i, x: (i + 1, x), (0, x), (tf.TensorSpec([], tf.int32), spec)
            )
        )(VALUES[kind]())

    for spec in SPECS[of]:
        if kind == of:
            run(spec)
        else:
            with pytest.raises(TypeError, match="is not compatible with"):
                run(spec)


@pytest.mark.parametrize("shape", [[], [None, 3], [1, 1, 1]])
def test_the_invariant_of_a_sparse_tensor_is_a_rank(shape):
    with pytest.raises(ValueError, match="rank"):
        check(while_loop, "sparse, longer", tf.TensorShape(shape), "host")

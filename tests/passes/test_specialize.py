"""Operations for inputs of known shapes: what follows from shapes is gone, graphs inside learn theirs."""

import stagelight as tf
from stagelight.graph.part import GraphPart
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from tests.runtime.test_dynamic_sizes import (
    floats,
    gradient_of_broadcast,
    halves,
    rounds,
    shrinking,
    with_unknown_sizes,
)


def graph_for(function, *sizes):
    f = with_unknown_sizes(function, floats(*[1] * len(sizes)))
    graph = optimize(f.get_concrete_function().graph)
    part = GraphPart("f", graph.operations[len(graph.inputs) :], graph.inputs, graph.outputs)
    return optimize(specialized(part, [sizes]))


def types_of(graph):
    return [x.type for x in graph.operations if x.type not in ("Placeholder", "Const")]


def test_shape_arithmetic_is_gone_when_shapes_are_known():
    graph = graph_for(gradient_of_broadcast, 4, 3)
    assert not {"Shape", "BroadcastGradientArgs", "StridedSlice", "Prod"} & set(types_of(graph))
    assert [x.shape.as_list() for x in graph.outputs] == [[], [4, 3]]


def test_bodies_learn_shapes_that_stay_the_same():
    (loop,) = [x for x in graph_for(rounds, 4, 3).operations if "While" in x.type]
    assert [4, 3] in [x.shape.as_list() for x in loop.attrs["body"].inputs]
    assert "Shape" not in types_of(loop.attrs["body"])


def test_bodies_do_not_learn_shapes_that_change():
    (loop,) = [x for x in graph_for(shrinking, 4, 3).operations if "While" in x.type]
    assert [None, 3] in [x.shape.as_list() for x in loop.attrs["body"].inputs]


def test_branches_learn_shapes():
    (choice,) = [x for x in graph_for(halves, 4, 3).operations if x.type.endswith("If")]
    assert choice.outputs[0].shape.as_list() == [4, 3]


def test_a_branch_that_is_not_taken_may_refuse_the_shapes():
    """`tf.range(1, 0)` is an error where it runs, and where it does not it is none."""

    def either(x):
        n = tf.shape(x)[0]
        return tf.cond(n > 1, lambda: tf.range(1, n), lambda: tf.range(n, 1))

    for rows, last in ((3, 2), (0, 0)):
        assert graph_for(either, rows, 2).outputs[0].shape.rank == 1
        staged = tf.function(either, input_signature=[tf.TensorSpec([None, None])])
        assert int(staged(tf.ones([rows, 2]))[-1]) == last

"""Ops get their seeds where they are made, and every compiled operation goes on with its own stream."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.func_graph import FuncGraph
from stagelight.ops.random.streams import op_seeds
from stagelight.runtime.host_plan import HostPlan


def numbers(tensor) -> list[float]:
    return np.asarray(tensor).tolist()


def drawing(seed: int | None = None):
    """A new function of a random op, without arguments."""
    return tf.function(lambda: tf.random.uniform([2], seed=seed))


def test_setting_the_seed_repeats_eager_numbers() -> None:
    tf.random.set_seed(1)
    first = [numbers(tf.random.uniform([2])), numbers(tf.random.normal([2], seed=3))]
    tf.random.set_seed(1)
    assert [numbers(tf.random.uniform([2])), numbers(tf.random.normal([2], seed=3))] == first


def test_without_seeds_numbers_differ() -> None:
    tf.random.set_seed(None)
    draw = drawing()
    drawn = [tf.random.uniform([2]), tf.random.uniform([2]), draw(), draw()]
    assert len({tuple(numbers(tensor)) for tensor in drawn}) == 4


def test_setting_the_seed_begins_traced_functions_anew() -> None:
    tf.random.set_seed(1)
    draw = drawing()
    first, second = numbers(draw()), numbers(draw())
    assert first != second
    tf.random.set_seed(2)
    assert numbers(draw()) == first, "the trace keeps its seeds"


def test_equal_functions_draw_alike() -> None:
    tf.random.set_seed(1)
    one, other = drawing(), drawing()
    assert numbers(one()) == numbers(other())
    assert numbers(one()) == numbers(other())


def test_operations_of_one_function_draw_apart() -> None:
    tf.random.set_seed(1)
    draw = tf.function(lambda: (tf.random.uniform([2]), tf.random.uniform([2])))
    one, other = draw()
    assert numbers(one) != numbers(other)


def test_operations_with_equal_seeds_draw_alike() -> None:
    tf.random.set_seed(1)
    draw = tf.function(lambda: [tf.random.uniform([2], seed=5) for _ in range(2)])
    for _ in range(2):
        one, other = draw()
        assert numbers(one) == numbers(other), "each has a stream of its own"


def test_eager_calls_with_equal_seeds_go_on() -> None:
    tf.random.set_seed(1)
    one, other = (tf.random.uniform([2], seed=5) for _ in range(2))
    assert numbers(one) != numbers(other)


def test_an_inner_function_is_copied_with_its_streams() -> None:
    tf.random.set_seed(1)
    inner = drawing()
    outer = tf.function(lambda: (inner(), inner()))
    one, other = outer()
    assert numbers(one) == numbers(other) == numbers(inner())


def test_function_graphs_take_the_seed_over() -> None:
    tf.random.set_seed(7)
    outer = FuncGraph("outer")
    with outer.as_default():
        assert op_seeds(None) == {"seed": 7, "seed2": 0}
        with FuncGraph("inner", outer).as_default():
            assert op_seeds(None) == {"seed": 7, "seed2": 0}
        assert op_seeds(4) == {"seed": 7, "seed2": 4}
        assert op_seeds(None) == {"seed": 7, "seed2": 1}


def test_plain_graphs_have_no_seed_until_one_is_set() -> None:
    tf.random.set_seed(7)
    with tf.Graph().as_default() as graph:
        assert op_seeds(None) == {"seed": 0, "seed2": 0}
        assert op_seeds(4) == {"seed": 87654321, "seed2": 4}
        tf.random.set_seed(5)
        assert graph.seed == 5
        assert op_seeds(None) == {"seed": 5, "seed2": 0}
    assert op_seeds(4) == {"seed": 7, "seed2": 4}, "the program's seed is another one"


def test_plans_go_on_together_where_they_share_states() -> None:
    graph = FuncGraph("graph")
    with graph.as_default():
        graph.outputs = [tf.raw_ops.RandomUniform(shape=[2], dtype=tf.float32, seed=1, seed2=2)]
    states: dict = {}
    one, other, apart = HostPlan(graph, states), HostPlan(graph, states), HostPlan(graph)
    first, second = one()[0].tolist(), other()[0].tolist()
    assert first != second
    assert [apart()[0].tolist(), apart()[0].tolist()] == [first, second]


def test_graph_defs_have_the_seeds_and_nothing_else() -> None:
    tf.random.set_seed(7)
    draw = drawing(seed=5)
    draw()
    nodes = draw.get_concrete_function().graph.as_graph_def().node
    (node,) = [node for node in nodes if node.op == "RandomUniform"]
    assert set(node.attr) == {"seed", "seed2", "dtype", "T"}
    assert (node.attr["seed"].i, node.attr["seed2"].i) == (7, 5)


@pytest.mark.parametrize("shape", [3, [[1, 2]], [-1]])
def test_shapes_that_are_none(shape) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="RandomUniform"):
        tf.random.uniform(shape)


def test_static_shapes_are_known() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def draw(x):
        drawn = tf.random.normal([tf.shape(x)[0], 4])
        assert drawn.shape.as_list() == [None, 4]
        assert tf.random.categorical(x, 5).shape.as_list() == [None, 5]
        assert tf.random.gamma([2], x).shape.as_list() == [2, None, 3]
        assert tf.random.uniform(tf.constant([2, 3])).shape.as_list() == [2, 3]
        assert tf.nn.dropout(x, 0.5).shape.as_list() == [None, 3]
        return drawn

    assert draw(tf.ones([2, 3])).shape == [2, 4]

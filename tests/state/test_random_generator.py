"""Generators draw from their state, and their state is a variable like any other."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def state(generator) -> list[int]:
    return generator.state.numpy().tolist()


def test_draws_move_the_counter_on() -> None:
    """The numbers are TensorFlow's."""
    g = tf.random.Generator.from_seed(1234)
    expected = [[0.9356609, 1.0854301, -0.937884], [-0.5061547, 1.3169702, 0.7137579]]
    np.testing.assert_allclose(g.normal([2, 3]).numpy(), expected, rtol=1e-6)
    assert state(g) == [1234 + 6 * 256, 0, 0]


def test_skipping_is_as_drawing() -> None:
    one, other = (tf.random.Generator.from_seed(5) for _ in range(2))
    one.uniform([7])
    assert other.skip(7).numpy().tolist() == [5, 0, 0]
    assert state(one) == state(other)
    assert one.uniform([2]).numpy().tolist() == other.uniform([2]).numpy().tolist()


def test_copies_go_their_own_way() -> None:
    one = tf.random.Generator.from_seed(5)
    other = tf.random.Generator(copy_from=one)
    assert one.normal([]).numpy() == other.normal([]).numpy()
    one.normal([])
    assert state(one) != state(other)


def test_a_given_variable_is_shared() -> None:
    v = tf.Variable([1, 2, 3], dtype=tf.int64)
    g = tf.random.Generator.from_state(v, "philox")
    g.uniform([1])
    assert v.numpy().tolist() == [257, 2, 3]
    assert g.state is v


def test_states_are_set_again() -> None:
    g = tf.random.Generator.from_key_counter(9, [1, 2], "philox")
    assert state(g) == [1, 2, 9]
    assert g.key.numpy() == 9
    g.reset_from_seed(4)
    assert state(g) == [4, 0, 0]
    g.reset_from_key_counter(2**63, [5, 6])
    assert state(g) == [5, 6, -(2**63)]
    g.reset([7, 8, 9])
    assert state(g) == [7, 8, 9]


def test_functions_draw_from_the_state() -> None:
    g = tf.random.Generator.from_seed(1)
    draw = tf.function(lambda: (g.normal([2]), g.uniform([3])))
    staged = [draw(), draw()]
    again = tf.random.Generator.from_seed(1)
    eager = [(again.normal([2]), again.uniform([3])) for _ in range(2)]
    assert tf.nest.map_structure(lambda t: t.numpy().tolist(), staged) == tf.nest.map_structure(
        lambda t: t.numpy().tolist(), eager
    )
    assert state(g) == state(again)
    assert draw.get_concrete_function().variables == (g.state,)


def test_split_generators_differ() -> None:
    g = tf.random.Generator.from_seed(1)
    parts = [*g.split(2), *g.split(1)]
    keys = {part.key.numpy().item() for part in parts}
    assert len(keys) == 3
    assert all(state(part)[:2] == [0, 0] for part in parts)


def test_seeds_for_stateless_functions() -> None:
    seeds = tf.random.Generator.from_seed(1).make_seeds(3)
    assert seeds.shape == [2, 3]
    assert seeds.dtype is tf.int64
    assert not seeds.numpy()[1].any()


def test_unseeded_generators_differ() -> None:
    one, other = (tf.random.Generator.from_non_deterministic_state() for _ in range(2))
    assert state(one) != state(other)


def test_the_global_generator_is_one() -> None:
    before = tf.random.get_global_generator()
    assert tf.random.get_global_generator() is before
    tf.random.set_global_generator(tf.random.Generator.from_seed(3))
    assert state(tf.random.get_global_generator()) == [3, 0, 0]
    tf.random.set_global_generator(before)


def test_bad_arguments() -> None:
    make = tf.random.Generator
    with pytest.raises(ValueError, match="incompatible"):
        make.from_state([1, 2], "philox")
    with pytest.raises(ValueError, match="incompatible"):
        make.from_key_counter([1], [1, 2], "philox")
    with pytest.raises(ValueError, match="unsupported value mersenne"):
        make.from_seed(1, "mersenne")
    with pytest.raises(ValueError, match="`state` and `alg`"):
        make()
    g = make.from_seed(1)
    with pytest.raises(ValueError, match="incompatible"):
        g.reset([1])
    with pytest.raises(ValueError, match="minval and maxval"):
        g.uniform([2], dtype=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError):
        g.normal([-1])
    with pytest.raises(tf.errors.UnimplementedError, match="ThreeFry"):
        make.from_seed(1, "threefry").normal([2])


def test_a_checkpoint_keeps_the_state_of_a_generator(tmp_path) -> None:
    g = tf.random.Generator.from_seed(1)
    checkpoint = tf.train.Checkpoint(generator=g)
    path = checkpoint.write(str(tmp_path / "state"))
    expected = g.normal([3]).numpy().tolist()
    checkpoint.restore(path).assert_consumed()
    assert g.normal([3]).numpy().tolist() == expected
    names = [name for name, _ in tf.train.list_variables(path)]
    assert "generator/_state_var/.ATTRIBUTES/VARIABLE_VALUE" in names


def test_a_module_has_the_state_of_its_generator_saved_but_not_among_its_variables() -> None:
    class Dropout(tf.Module):
        def __init__(self):
            super().__init__()
            self.generator = tf.random.Generator.from_seed(2)

    assert Dropout().variables == ()

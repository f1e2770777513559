"""Stateful ops get TensorFlow's seeds, and their kernels' streams go on as TensorFlow's do."""

from collections.abc import Callable

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.graph import Graph
from stagelight.ops.random.bounded_normal import bounded_normal, even_batches, reserved_blocks
from stagelight.ops.random.categorical import categorical, reserved_outputs
from stagelight.ops.random.gamma import gamma
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.poisson import poisson
from stagelight.ops.random.seeds import MOST_STREAMS, KernelStream, OpSeeds
from stagelight.ops.random.shuffle import permutation, shuffle_blocks
from stagelight.ops.random.streams import op_seeds
from stagelight.ops.random.truncated_normal import truncated_normal
from stagelight.ops.random.uniform import uniform, uniform_int

FLOAT32 = np.dtype(np.float32)


class EagerProgram:
    """The program that `record.py` runs, one method call an op."""

    def __init__(self, global_seed: int) -> None:
        self.seeds = OpSeeds()
        self.seeds.set_global_seed(global_seed)
        self.values: list[np.ndarray] = []

    def op(self, name: str, outputs: int, seed: int | None, draw: Callable) -> None:
        stream = self._stream(name, *self.seeds.eager_seeds(seed))
        self.values.append(draw(stream.reserve_outputs(outputs)))

    def op_of_blocks(self, name: str, blocks: int, seeds: tuple, draw: Callable) -> None:
        self.values.append(draw(self._stream(name, *seeds).reserve_blocks(blocks)))

    def _stream(self, name: str, seed: int, seed2: int) -> KernelStream:
        return self.seeds.stream((name, seed, seed2), seed, seed2)

    def shuffle(self, seed: int | None) -> None:
        draw = lambda source: permutation(source, 6).astype(np.int32)  # noqa: E731
        seeds = self.seeds.eager_seeds(seed)
        self.op_of_blocks("RandomShuffle", shuffle_blocks(6), seeds, draw)

    def bounded(self) -> None:
        numbers = [np.array([number], FLOAT32) for number in (0, 1, -2, 2)]
        draw = lambda source: bounded_normal(source, even_batches(50), *numbers)  # noqa: E731
        blocks = reserved_blocks(1, 100)
        self.op_of_blocks("ParameterizedTruncatedNormal", blocks, (6, 7), draw)

    def run(self) -> list[np.ndarray]:
        logits = np.array([[0.0, 1.0, 2.0]], FLOAT32)
        shapes, rates = np.array([0.5, 3.0], FLOAT32), np.array([0.5, 30.0], FLOAT32)
        self.op("RandomUniform", 3, None, lambda source: uniform(source, (3,), FLOAT32))
        self.op("RandomStandardNormal", 2, None, lambda source: normal(source, (2,), FLOAT32))
        self.op("RandomUniform", 3, 5, lambda source: uniform(source, (3,), FLOAT32))
        self.op("RandomUniform", 4, 5, lambda source: uniform(source, (4,), FLOAT32))
        self.op(
            "RandomUniformInt", 2, 5, lambda source: uniform_int(source, (2,), 0, 9, np.dtype("i4"))
        )
        self.op("TruncatedNormal", 5, None, lambda source: truncated_normal(source, (5,), FLOAT32))
        for seed in (None, 1, 1):
            self.shuffle(seed)
        self.values.append(gamma(Philox.from_seeds(4, 5), 2, shapes))
        self.values.append(poisson(Philox.from_seeds(4, 5), 2, rates, FLOAT32))
        for _ in range(2):
            self.op(
                "Multinomial",
                reserved_outputs(1, 3),
                8,
                lambda source: categorical(source, logits, 3, np.dtype(np.int64)),
            )
        for _ in range(2):
            self.bounded()
        self.op("RandomUniform", 1, 0, lambda source: uniform(source, (), FLOAT32))
        return self.values


@pytest.mark.parametrize("global_seed", [0, 7, 2**40 + 3, -5])
def test_an_eager_program_equals_tensorflow(recorded, global_seed: int) -> None:
    for index, value in enumerate(EagerProgram(global_seed).run()):
        recorded(f"eager {global_seed} {index}", value)


@pytest.mark.parametrize("global_seed", [0, 7, 2**40 + 3, -5])
def test_a_graph_equals_tensorflow(recorded, global_seed: int) -> None:
    streams = [KernelStream(**seeds) for seeds in graph_seeds(global_seed, (None, None, 4))]
    for call in range(2):
        for index, stream in enumerate(streams):
            draw = normal if index == 2 else uniform
            value = draw(stream.reserve_outputs(2), (2,), FLOAT32)
            recorded(f"graph {global_seed} call {call} {index}", value)


def graph_seeds(graph_seed: int | None, op_seed_list: tuple) -> list[dict[str, int]]:
    """The seed attributes of some ops of one graph."""
    graph = Graph()
    graph.seed = graph_seed
    with graph.as_default():
        return [op_seeds(seed) for seed in op_seed_list]


def test_seeds_follow_the_rules() -> None:
    seeds = OpSeeds()
    assert seeds.eager_seeds(None) == (None, None)
    assert seeds.eager_seeds(5) == (87654321, 5)
    assert seeds.eager_seeds(-5) == (87654321, 2**31 - 6)
    seeds.set_global_seed(7)
    # From TensorFlow: tf.random.set_seed(7), then get_seed four times without an op seed.
    drawn = [seeds.eager_seeds(None) for _ in range(4)]
    assert drawn == [(7, 1390851128), (7, 647892279), (7, 1695753998), (7, 207388624)]
    assert seeds.eager_seeds(3) == (7, 3)
    assert seeds.eager_seeds(2**31 - 1) == (7, 0)
    seeds.set_global_seed(np.int64(0))
    assert seeds.eager_seeds(0) == (0, 2**31 - 1)
    seeds.set_global_seed(None)
    assert seeds.global_seed is None


def test_a_graph_counts_only_the_ops_without_seeds() -> None:
    seeds = graph_seeds(7, (None, 4, None))
    assert [tuple(pair.values()) for pair in seeds] == [(7, 0), (7, 4), (7, 1)]
    assert graph_seeds(0, (None,)) == [{"seed": 0, "seed2": 2**31 - 1}]
    assert graph_seeds(None, (None,)) == [{"seed": 0, "seed2": 0}]


def test_setting_the_global_seed_starts_streams_anew() -> None:
    seeds = OpSeeds()
    seeds.set_global_seed(1)
    generation = seeds.generation
    first = seeds.stream("kernel", 1, 2).reserve_outputs(3)
    assert seeds.stream("kernel", 1, 2).reserve_outputs(3) == first.skip(3 * 256)
    assert seeds.stream("another kernel", 1, 2).reserve_outputs(3) == first
    seeds.set_global_seed(1)
    assert seeds.generation == generation + 1
    assert seeds.stream("kernel", 1, 2).reserve_outputs(3) == first


def test_unseeded_kernels_differ() -> None:
    assert KernelStream(0, 0).reserve_blocks(1) != KernelStream(0, 0).reserve_blocks(1)


def test_streams_used_longest_ago_are_dropped() -> None:
    seeds = OpSeeds()
    first = seeds.stream("kept", 1, 2).reserve_blocks(1)
    dropped = seeds.stream("dropped", 1, 2).reserve_blocks(1)
    for number in range(MOST_STREAMS - 1):
        seeds.stream("kept", 1, 2)
        seeds.stream(number, 1, 2)
    assert seeds.stream("kept", 1, 2).reserve_blocks(1) == first.skip(1)
    assert seeds.stream("dropped", 1, 2).reserve_blocks(1) == dropped


@pytest.mark.parametrize("seed", [3, 3.0, np.float32(3.0), np.int64(3)])
def test_seeds_are_whole_numbers_of_any_type(seed: object) -> None:
    tf.random.set_seed(1)
    expected = tf.random.normal([4], seed=3).numpy()
    tf.random.set_seed(1)
    np.testing.assert_array_equal(tf.random.normal([4], seed=seed).numpy(), expected)

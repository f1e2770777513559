"""Rules of random ops: Philox, and TensorFlow's numbers bit for bit.

A stream is a key (uint64) and a counter of two uint64, as traced arrays. What depends on the C library's
functions of 64 bits (normals in float64) stays with the host.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.ops.random import elementary
from stagelight.ops.random.generator_state import BLOCKS_PER_DRAW
from stagelight.ops.random.keys import SCRAMBLE_KEY, Algorithm
from stagelight.ops.random.normal import SMALLEST
from stagelight.ops.random.philox import KEY_STEPS, MULTIPLIERS, ROUNDS
from stagelight.ops.random.truncated_normal import LIMIT, RESERVED_WORDS_PER_VALUE
from stagelight.runtime.xla.engine import jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.values import Cell, NotLowered, known, known_sizes

_HALF = np.uint64(32)
_MOST_32 = np.uint64(0xFFFFFFFF)


class _Stream(NamedTuple):
    """A place in a Philox stream: the key, and the halves of the counter, all uint64 scalars."""

    key: Any
    low: Any
    high: Any

    def skip(self, blocks: Any) -> _Stream:
        """The place some blocks further on."""
        low = self.low + jnp.asarray(blocks, jnp.uint64)
        return _Stream(self.key, low, self.high + (low < self.low).astype(jnp.uint64))

    def blocks_at(self, distances: Any) -> Any:
        """The blocks at some distances (uint64 `[n]`), as uint32 `[n, 4]`."""
        low = self.low + distances
        high = jnp.broadcast_to(self.high, low.shape) + (low < self.low).astype(jnp.uint64)
        return _hashed(self.key, low, high)

    def words(self, count: int) -> Any:
        """The next words, uint32 `[count]`."""
        blocks = self.blocks_at(jnp.arange(-(-count // 4), dtype=jnp.uint64))
        return blocks.reshape(-1)[:count]


def _hashed(key: Any, low: Any, high: Any) -> Any:
    """The blocks of counters `[n]`, uint32 `[n, 4]`. A loop: ten rounds written out take long to compile."""
    half = [low & _MOST_32, low >> _HALF, high & _MOST_32, high >> _HALF]

    def round_(_: Any, state: Any) -> Any:
        (word0, word1, word2, word3), (key0, key1) = state
        product0 = word0 * np.uint64(MULTIPLIERS[0])
        product1 = word2 * np.uint64(MULTIPLIERS[1])
        words = (
            (product1 >> _HALF) ^ word1 ^ key0,
            product1 & _MOST_32,
            (product0 >> _HALF) ^ word3 ^ key1,
            product0 & _MOST_32,
        )
        keys = tuple(
            (k + np.uint64(step)) & _MOST_32
            for k, step in zip((key0, key1), KEY_STEPS, strict=True)
        )
        return words, keys

    key = jnp.asarray(key, jnp.uint64)
    begin = tuple(half), (key & _MOST_32, key >> _HALF)
    words, _ = lax.fori_loop(0, ROUNDS, round_, begin)
    return jnp.stack(words, -1).astype(jnp.uint32)


def _at(key: Any, counter: Any, algorithm: Any) -> _Stream:
    """The stream of a key, a counter and the number of an algorithm."""
    number = int(known(algorithm, "the algorithm"))
    if number not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise NotLowered("it draws by another algorithm than Philox")
    counter = jnp.asarray(counter)
    return _Stream(jnp.asarray(key)[0], counter[0], counter[1])


def _of_seed(seed: Any) -> _Stream:
    """The stream of a stateless seed `[2]`, scrambled."""
    parts = jnp.asarray(seed).astype(jnp.int64).astype(jnp.uint64)
    words = _hashed(np.uint64(SCRAMBLE_KEY), parts[:1], parts[1:])[0].astype(jnp.uint64)
    zero = jnp.zeros((), jnp.uint64)
    return _Stream(words[1] << _HALF | words[0], zero, words[3] << _HALF | words[2])


def _count(sizes: tuple[int, ...]) -> int:
    return int(np.prod(sizes, dtype=np.int64))


# ---------------------------------------------------------------------------- distributions


def _unit_float32(words: Any) -> Any:
    bits = (words & np.uint32(0x7FFFFF)) | np.uint32(0x3F800000)
    return lax.bitcast_convert_type(bits, jnp.float32) - np.float32(1)


def _uniform(stream: _Stream, sizes: tuple[int, ...], dtype: np.dtype) -> Any:
    count = _count(sizes)
    if dtype == np.float64:
        words = stream.words(2 * count).astype(jnp.uint64)
        first, second = words[0::2], words[1::2]
        bits = (first & np.uint64(0xFFFFF)) << _HALF | second | np.uint64(0x3FF0000000000000)
        return (lax.bitcast_convert_type(bits, jnp.float64) - 1.0).reshape(sizes)
    words = stream.words(count)
    if dtype == np.float32:
        return _unit_float32(words).reshape(sizes)
    bits = 10 if dtype == np.float16 else 7  # of the mantissa; every fraction of so many is exact
    fractions = (words & np.uint32((1 << bits) - 1)).astype(jnp.float32) / np.float32(1 << bits)
    return fractions.astype(dtype).reshape(sizes)


def _integers(stream: _Stream, sizes: tuple[int, ...], dtype: np.dtype) -> Any:
    count = _count(sizes)
    if dtype.itemsize == 4:
        return lax.bitcast_convert_type(stream.words(count), dtype).reshape(sizes)
    words = stream.words(2 * count).astype(jnp.uint64)
    both = words[0::2] | words[1::2] << _HALF
    return lax.bitcast_convert_type(both, dtype).reshape(sizes)


def _between(stream: _Stream, sizes: tuple[int, ...], low: Any, high: Any, dtype: np.dtype) -> Any:
    unsigned = np.dtype(f"u{dtype.name}")
    low, high = jnp.asarray(low, dtype), jnp.asarray(high, dtype)
    span = high.astype(unsigned) - low.astype(unsigned)
    drawn = _integers(stream, sizes, unsigned) % span
    return (drawn + low.astype(unsigned)).astype(dtype)


def _log(values: Any) -> Any:
    """`logf` of float32 values in `[1e-7, 1)`; see `ops/random/elementary.py`."""
    inverses, logarithms = (jnp.asarray(table) for table in elementary.log_tables())
    bits = lax.bitcast_convert_type(values, jnp.int32)
    cell = ((bits - np.int32(elementary.LOG_OCTAVE_START)) >> 19) + 16 * elementary.LOG_OCTAVES
    r = inverses[cell] * values.astype(jnp.float64) - 1.0
    base = logarithms[cell] + r
    squared = r * r
    first, second, third = elementary.LOG_TERMS
    return ((r * second + first + third * squared) * squared + base).astype(jnp.float32)


def _sine_and_cosine(words: Any) -> tuple[Any, Any]:
    """`sincosf` of the turn that the low 23 bits are a fraction of."""
    fraction = words & np.uint32((1 << 23) - 1)
    angle = (fraction.astype(jnp.float64) * (2 * np.pi / 2**23)).astype(jnp.float32)
    quarter = (fraction + np.uint32(1 << 20)) >> np.uint32(21)
    x = quarter.astype(jnp.float64) * (-np.pi / 2) + angle.astype(jnp.float64)
    squared = x * x
    fourth, cubed = squared * squared, squared * x
    of_sine, of_cosine = elementary.SIN_TERMS, elementary.COS_TERMS
    sine = (of_sine[2] * squared + of_sine[1]) * (cubed * squared) + (cubed * of_sine[0] + x)
    cosine = (of_cosine[3] * squared + of_cosine[2]) * (fourth * squared) + (
        fourth * of_cosine[1] + (squared * of_cosine[0] + 1.0)
    )
    is_odd = (quarter & np.uint32(1)) == 1
    sine, cosine = sine.astype(jnp.float32), cosine.astype(jnp.float32)
    first, second = jnp.where(is_odd, cosine, sine), jnp.where(is_odd, sine, cosine)
    return (
        _negated(first, quarter >> np.uint32(1)),
        _negated(second, (quarter + np.uint32(1)) >> np.uint32(1)),
    )


def _negated(values: Any, turns: Any) -> Any:
    bits = lax.bitcast_convert_type(values, jnp.uint32) ^ (turns << np.uint32(31))
    return lax.bitcast_convert_type(bits, jnp.float32)


def _normals_of(words: Any) -> Any:
    """Two normals of each pair of words `[n, 2]`, in float32 `[2 * n]`."""
    uniforms = jnp.maximum(_unit_float32(words[:, 0]), np.float32(SMALLEST))
    radius = jnp.sqrt(_log(uniforms) * np.float32(-2))
    sine, cosine = _sine_and_cosine(words[:, 1])
    return jnp.stack([sine * radius, cosine * radius], -1).reshape(-1)


def _in_float32(dtype: np.dtype) -> None:
    if dtype == np.float64:
        raise NotLowered("normal numbers in float64 have the bits of the C library's functions")


def _normal(stream: _Stream, sizes: tuple[int, ...], dtype: np.dtype) -> Any:
    _in_float32(dtype)
    count = _count(sizes)
    words = stream.words(2 * ((count + 1) // 2)).reshape(-1, 2)
    return _normals_of(words)[:count].astype(dtype).reshape(sizes)


def _truncated(stream: _Stream, sizes: tuple[int, ...], dtype: np.dtype) -> Any:
    """Groups of four, each of which takes blocks of a stretch of its own until it is full."""
    _in_float32(dtype)
    count = _count(sizes)
    groups = -(-count // 4)
    begin = jnp.arange(groups, dtype=jnp.uint64) * np.uint64(RESERVED_WORDS_PER_VALUE)

    def is_open(state: Any) -> Any:
        _, filled, _ = state
        return jnp.any(filled < 4)

    def step(state: Any) -> Any:
        values, filled, block = state
        drawn = _normals_of(stream.blocks_at(begin + block).reshape(-1, 2)).reshape(-1, 4)
        for i in range(4):
            is_taken = (jnp.abs(drawn[:, i]) < LIMIT) & (filled < 4)
            is_here = is_taken[:, None] & (jnp.arange(4) == filled[:, None])
            values = jnp.where(is_here, drawn[:, i : i + 1], values)
            filled = filled + is_taken.astype(jnp.int32)
        return values, filled, block + np.uint64(1)

    first = (
        jnp.zeros((groups, 4), jnp.float32),
        jnp.zeros(groups, jnp.int32),
        jnp.zeros((), jnp.uint64),
    )
    values, _, _ = lax.while_loop(is_open, step, first)
    return values.reshape(-1)[:count].astype(dtype).reshape(sizes)


# ---------------------------------------------------------------------------- stateless ops


_OF_SHAPES = {
    "StatelessRandomUniform": _uniform,
    "StatelessRandomNormal": _normal,
    "StatelessTruncatedNormal": _truncated,
    "StatelessRandomUniformFullInt": _integers,
}


def _dtype(operation: Operation) -> np.dtype:
    return np.dtype(operation.outputs[0].dtype.numpy_dtype)


@lowers(*_OF_SHAPES)
def _seeded(lowering: Lowering, operation: Operation, shape: Any, seed: Any) -> Any:
    draw = _OF_SHAPES[operation.type]
    return draw(_of_seed(seed), known_sizes(shape), _dtype(operation))


@lowers(*[f"{name}V2" for name in _OF_SHAPES])
def _keyed(
    lowering: Lowering, operation: Operation, shape: Any, key: Any, counter: Any, alg: Any
) -> Any:
    draw = _OF_SHAPES[operation.type.removesuffix("V2")]
    return draw(_at(key, counter, alg), known_sizes(shape), _dtype(operation))


@lowers("StatelessRandomUniformInt")
def _seeded_between(
    lowering: Lowering, operation: Operation, shape: Any, seed: Any, low: Any, high: Any
) -> Any:
    return _between(_of_seed(seed), known_sizes(shape), low, high, _dtype(operation))


@lowers("StatelessRandomUniformIntV2")
def _keyed_between(
    lowering: Lowering,
    operation: Operation,
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    low: Any,
    high: Any,
) -> Any:
    return _between(_at(key, counter, alg), known_sizes(shape), low, high, _dtype(operation))


@lowers("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")
def _key_counter(lowering: Lowering, operation: Operation, seed: Any) -> Any:
    stream = _of_seed(seed)
    found = [stream.key[None], jnp.stack([stream.low, stream.high])]
    if len(operation.outputs) == 3:
        found.append(np.asarray(Algorithm.PHILOX.value, np.int32))
    return found


@lowers("StatelessRandomGetAlg")
def _algorithm(lowering: Lowering, operation: Operation) -> Any:
    return np.asarray(Algorithm.PHILOX.value, np.int32)


@lowers("StatelessShuffle")
def _shuffle(
    lowering: Lowering, operation: Operation, x: Any, key: Any, counter: Any, alg: Any
) -> Any:
    x = jnp.asarray(x)
    stream = _at(key, counter, alg)
    if x.size <= 1 or x.shape[0] <= 1:
        return x
    size = x.shape[0]
    words = stream.words(size - 1)
    turns = jnp.arange(size - 1)
    partners = turns + (words % jnp.arange(size, 1, -1, dtype=jnp.uint32)).astype(turns.dtype)

    def exchange(i: Any, order: Any) -> Any:
        j = partners[i]
        return order.at[i].set(order[j]).at[j].set(order[i])

    return x[lax.fori_loop(0, size - 1, exchange, jnp.arange(size))]


def _classes(stream: _Stream, logits: Any, count: Any, dtype: np.dtype) -> Any:
    """Classes drawn by inverting the cumulative sum; see `ops/random/categorical.py`."""
    x = jnp.asarray(logits).astype(jnp.float64)
    samples = int(known(count, "how many are drawn"))
    draws = _uniform(stream, (x.shape[0], samples), np.dtype(np.float64))
    is_finite = jnp.isfinite(x)
    largest = jnp.max(jnp.where(is_finite, x, -jnp.inf), 1, keepdims=True)
    sums = jnp.cumsum(jnp.where(is_finite, jnp.exp(x - largest), 0.0), 1)
    wanted = draws * sums[:, -1:]
    return jnp.sum(sums[:, None, :] <= wanted[:, :, None], -1).astype(dtype)


@lowers("StatelessMultinomial")
def _seeded_classes(
    lowering: Lowering, operation: Operation, logits: Any, count: Any, seed: Any
) -> Any:
    return _classes(_of_seed(seed), logits, count, _dtype(operation))


@lowers("MultinomialAt")
def _keyed_classes(
    lowering: Lowering,
    operation: Operation,
    logits: Any,
    count: Any,
    key: Any,
    counter: Any,
    alg: Any,
) -> Any:
    return _classes(_at(key, counter, alg), logits, count, _dtype(operation))


# ---------------------------------------------------------------------------- streams of operations


def _moved(variable: Cell, blocks: Any) -> Any:
    """Moves a state on by some blocks; gives what it was."""
    state = variable.value
    parts = lax.bitcast_convert_type(state, jnp.uint64)
    after = _Stream(parts[2], parts[0], parts[1]).skip(blocks)
    counter = lax.bitcast_convert_type(jnp.stack([after.low, after.high]), jnp.int64)
    variable.assign(jnp.concatenate([counter, state[2:]]))
    return state[:3]


@lowers("RngReadAndSkip")
def _read_and_skip(
    lowering: Lowering, operation: Operation, variable: Cell, alg: Any, count: Any
) -> Any:
    number = int(known(alg, "the algorithm"))
    if number not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise NotLowered("it draws by another algorithm than Philox")
    return _moved(variable, jnp.asarray(count, jnp.uint64) * np.uint64(BLOCKS_PER_DRAW))


@lowers("RandomStreamSkip")
def _skip(lowering: Lowering, operation: Operation, variable: Cell, blocks: Any) -> Any:
    return _moved(variable, blocks)

"""Random numbers: those of `ops/random`, bit for bit, each computed where its element is made.

Block `i` of a stream is a hash of the counter plus `i` under the key: four words. An element hashes the block
that its words are in, so that elements need nothing of each other, and no memory. What words mean is
said in `ops/random/uniform.py` and `normal.py`; sines and logarithms are those of
`ops/random/elementary.py`, whose tables are used here too, and of the C library for float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    bitcast,
    cast,
    const,
    from_index,
    op,
    to_index,
    where,
)
from stagelight.codegen.index import place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, Nest, Store
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import dtype_of, known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    VariableState,
    computed,
    in_buffer,
)
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.random.elementary import (
    COS_TERMS,
    LOG_OCTAVE_START,
    LOG_OCTAVES,
    LOG_TERMS,
    SIN_TERMS,
    log_tables,
)
from stagelight.ops.random.generator_state import BLOCKS_PER_DRAW
from stagelight.ops.random.keys import SCRAMBLE_KEY, Algorithm
from stagelight.ops.random.normal import SMALLEST
from stagelight.ops.random.philox import KEY_STEPS, MASK32, MULTIPLIERS, ROUNDS
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# About how many instructions a hash takes, and a normal number beyond that.
HASH_COST = 120
_NORMAL_COST = 60

Words = tuple[Expr, ...]  # four
# The value of an element: of the words of its block, and its number in the tensor.
Meaning = Callable[[Words, Expr], Expr]


def _halves(x: Expr) -> tuple[Expr, Expr]:
    """The low and the high word of a uint64."""
    return cast(x, dtypes.uint32), cast(x >> 32, dtypes.uint32)


def _joined(low: Expr, high: Expr) -> Expr:
    """The uint64 of two words."""
    return cast(low, dtypes.uint64) | (cast(high, dtypes.uint64) << 32)


def _hash(key: Expr, counter: tuple[Expr, Expr]) -> Words:
    """The block of a key and a counter, both of uint64."""
    keys = _halves(key)
    word_0, word_1 = _halves(counter[0])
    word_2, word_3 = _halves(counter[1])
    for _ in range(ROUNDS):
        products = (word_0, MULTIPLIERS[0]), (word_2, MULTIPLIERS[1])
        (low_0, high_0), (low_1, high_1) = (
            (word * factor, op("multiply_high", word, factor)) for word, factor in products
        )
        word_0, word_1, word_2, word_3 = (
            high_1 ^ word_1 ^ keys[0],
            low_1,
            high_0 ^ word_3 ^ keys[1],
            low_0,
        )
        keys = keys[0] + KEY_STEPS[0], keys[1] + KEY_STEPS[1]
    return word_0, word_1, word_2, word_3


def _word(words: Words, number: Expr) -> Expr:
    """The word of a number, 0 to 3, in a block."""
    is_odd = op("equal", number & 1, 1)
    is_late = op("equal", number & 2, 2)
    return where(is_late, where(is_odd, words[3], words[2]), where(is_odd, words[1], words[0]))


class Stream:
    """A place in a stream: key and counter, expressions of uint64 that are the same for all elements."""

    def __init__(self, key: Expr, counter: tuple[Expr, Expr]) -> None:
        self._key = key
        self._counter = counter

    def values(self, dtype: DType, sizes: Sizes, meaning: Meaning, cost: int) -> Value:
        """A tensor of numbers that take one word each, or two where the dtype has 8 bytes."""
        strides = row_major_strides(sizes)
        shift = 1 if dtype.size == 8 else 2

        def element(at: Indices) -> Expr:
            number = cast(from_index(place_of(at, strides)), dtypes.uint64)
            return meaning(self.block(number >> shift), number)

        return computed(dtype, sizes, element, cost)

    def block(self, distance: Expr) -> Words:
        """The words of the block that is so many blocks, a uint64, further on."""
        low, high = self._counter
        place = low + distance
        carry = cast(op("less", place, low), dtypes.uint64)
        return _hash(self._key, (place, high + carry))


# ---------------------------------------------------------------------------- what words mean


def integers_of(dtype: DType) -> Meaning:
    """The words as they come."""
    if dtype.size == 8:

        def pair(words: Words, number: Expr) -> Expr:
            first = op("equal", number & 1, 0)
            low, high = (where(first, words[i], words[i + 2]) for i in (0, 1))
            return bitcast(_joined(low, high), dtype)

        return pair
    return lambda words, number: bitcast(_word(words, number), dtype)


def _fraction(word: Expr) -> Expr:
    """The float32 in [0, 1) of a word."""
    return bitcast((word & 0x7FFFFF) | 0x3F800000, dtypes.float32) - 1.0


def _long_fraction(high: Expr, low: Expr) -> Expr:
    """The float64 in [0, 1) of two words."""
    bits = _joined(low, high & 0xFFFFF) | 0x3FF0000000000000
    return bitcast(bits, dtypes.float64) - 1.0


def two_fractions(words: Words) -> tuple[Expr, Expr]:
    """The two float64 in [0, 1) of a block."""
    return _long_fraction(*words[:2]), _long_fraction(*words[2:])


def fractions_of(dtype: DType) -> Meaning:
    """Floats in [0, 1)."""
    if dtype is dtypes.float32:
        return lambda words, number: _fraction(_word(words, number))
    if dtype is dtypes.float64:

        def double(words: Words, number: Expr) -> Expr:
            first = op("equal", number & 1, 0)
            return _long_fraction(*(where(first, words[i], words[i + 2]) for i in (0, 1)))

        return double
    count = 1 << (10 if dtype is dtypes.float16 else 7)

    def narrow(words: Words, number: Expr) -> Expr:
        fraction = cast(_word(words, number) & (count - 1), dtypes.float32) * (1.0 / count)
        return cast(fraction, dtype)

    return narrow


def _logarithm(lowering: Lowering) -> Callable[[Expr], Expr]:
    """`elementary.log_float32`."""
    tables = [lowering.constant(table, dtypes.float64) for table in log_tables()]
    last = tables[0].sizes[0] - 1

    def rule(x: Expr) -> Expr:
        cell = ((bitcast(x, dtypes.int32) - LOG_OCTAVE_START) >> 19) + 16 * LOG_OCTAVES
        place = to_index(op("minimum", op("maximum", cell, 0), last))
        inverse, logarithm = (table.element((place,)) for table in tables)
        r = inverse * cast(x, dtypes.float64) - 1.0
        squared = r * r
        series = r * LOG_TERMS[1] + LOG_TERMS[0] + squared * LOG_TERMS[2]
        return cast(series * squared + (logarithm + r), dtypes.float32)

    return rule


def _sine_and_cosine(word: Expr) -> tuple[Expr, Expr]:
    """`elementary.sincos_float32`."""
    fraction = word & 0x7FFFFF
    turn = cast(fraction, dtypes.float64) * (2.0 * np.pi / 2**23)
    quarter = (fraction + (1 << 20)) >> 21
    x = cast(quarter, dtypes.float64) * (-np.pi / 2) + cast(
        cast(turn, dtypes.float32), dtypes.float64
    )
    squared = x * x
    fourth = squared * squared
    cubed = squared * x
    sine = (squared * SIN_TERMS[2] + SIN_TERMS[1]) * (cubed * squared)
    sine = sine + (cubed * SIN_TERMS[0] + x)
    cosine = (squared * COS_TERMS[3] + COS_TERMS[2]) * (fourth * squared)
    cosine = cosine + (fourth * COS_TERMS[1] + (squared * COS_TERMS[0] + 1.0))
    bits = [bitcast(cast(each, dtypes.float32), dtypes.uint32) for each in (sine, cosine)]
    is_odd = op("equal", quarter & 1, 1)
    signs = (quarter >> 1) << 31, ((quarter + 1) >> 1) << 31
    return (
        bitcast(where(is_odd, bits[1], bits[0]) ^ signs[0], dtypes.float32),
        bitcast(where(is_odd, bits[0], bits[1]) ^ signs[1], dtypes.float32),
    )


def _normal(lowering: Lowering, dtype: DType) -> Meaning:
    """Normal numbers, computed in float32 or float64."""
    pair = pair_of_normals(lowering, dtype)
    is_long = dtype is dtypes.float64

    def rule(words: Words, number: Expr) -> Expr:
        chosen = words
        if not is_long:
            first = op("equal", number & 2, 0)
            chosen = tuple([where(first, words[i], words[i + 2]) for i in (0, 1)])
        sine, cosine = pair(*chosen)
        return cast(where(op("equal", number & 1, 0), sine, cosine), dtype)

    return rule


def pair_of_normals(lowering: Lowering, dtype: DType) -> Callable[..., tuple[Expr, Expr]]:
    """The two normal numbers of two words, in float32, or of four, in float64."""
    if dtype is dtypes.float64:
        return _pair_of_long_normals
    logarithm = _logarithm(lowering)

    def rule(one: Expr, other: Expr) -> tuple[Expr, Expr]:
        radius = op("sqrt", logarithm(op("maximum", _fraction(one), SMALLEST)) * -2.0)
        sine, cosine = _sine_and_cosine(other)
        return sine * radius, cosine * radius

    return rule


def _pair_of_long_normals(*words: Expr) -> tuple[Expr, Expr]:
    """By the C library's functions."""
    one, other = _long_fraction(*words[:2]), _long_fraction(*words[2:])
    radius = op("sqrt", op("library_log", op("maximum", one, SMALLEST)) * -2.0)
    angle = other * (2.0 * np.pi)
    return op("library_sin", angle) * radius, op("library_cos", angle) * radius


# ---------------------------------------------------------------------------- the ops


def scrambled(lowering: Lowering, seed: Value) -> tuple[Value, Value]:
    """The key [1] and the counter [2] of a seed [2]."""
    low, high = (_as_unsigned(seed.element((i,))) for i in (0, 1))
    words = _hash(const(SCRAMBLE_KEY, dtypes.uint64), (low, high))
    key = lowering.temporary(dtypes.uint64, 1)
    counter = lowering.temporary(dtypes.uint64, 2, is_mutable=True)
    stores: list[Store | Check] = [
        Store(key, 0, _joined(words[0], words[1])),
        Store(counter, 0, const(0, dtypes.uint64)),
        Store(counter, 1, _joined(words[2], words[3])),
    ]
    lowering.statements.append(Nest((), stores))
    return in_buffer(key, (1,)), in_buffer(counter, (2,))


def _as_unsigned(x: Expr) -> Expr:
    """An integer as uint64, signed ones by their sign."""
    return cast(x if x.dtype.is_unsigned else cast(x, dtypes.int64), dtypes.uint64)


def stream_at(lowering: Lowering, key: Value, counter: Value) -> Stream:
    key, counter = (lowering.stored(x) if x.cost else x for x in (key, counter))
    return Stream(key.element((0,)), (counter.element((0,)), counter.element((1,))))


def has_seed(operation: Operation) -> bool:
    return has_seed_of_two(operation) and _has_numbers(operation)


def has_seed_of_two(operation: Operation) -> bool:
    """Whether the seed, which follows the shape, is one."""
    return operation.inputs[1].shape.as_list() == [2]


def has_key(operation: Operation) -> bool:
    return is_of_philox(*operation.inputs[1:4]) and _has_numbers(operation)


def is_of_philox(key: SymbolicTensor, counter: SymbolicTensor, algorithm: SymbolicTensor) -> bool:
    """Whether a key, a counter and an algorithm are a place in a stream that programs know."""
    number = known_array(algorithm)
    return (
        number is not None
        and number.ndim == 0
        and int(number) in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value)
        and key.shape.as_list() == [1]
        and counter.shape.rank == 1
        and (counter.shape.as_list()[0] or 0) >= 2
    )


def _has_numbers(operation: Operation) -> bool:
    """Whether there is anything to draw, and a way to do it."""
    output = operation.outputs[0]
    bounds = operation.inputs[4:] if "V2" in operation.op_def.name else operation.inputs[2:]
    return 0 not in (output.shape.as_list() if output.shape.rank is not None else []) and all(
        bound.shape.rank == 0 for bound in bounds
    )


def _drawn(
    lowering: Lowering,
    operation: Operation,
    stream: Stream,
    sizes: Sizes,
    bounds: tuple[Value, ...],
) -> Value:
    name, dtype = operation.op_def.name, operation.outputs[0].dtype
    if bounds:
        return _between(lowering, stream, sizes, bounds)
    if name.startswith("StatelessRandomUniformFullInt"):
        return stream.values(dtype, sizes, integers_of(dtype), HASH_COST)
    if name.startswith("StatelessRandomUniform"):
        return stream.values(dtype, sizes, fractions_of(dtype), HASH_COST)
    return stream.values(dtype, sizes, _normal(lowering, dtype), HASH_COST + _NORMAL_COST)


def _between(lowering: Lowering, stream: Stream, sizes: Sizes, bounds: tuple[Value, ...]) -> Value:
    """Integers from a first one on, below another."""
    low, high = (bound.element(()) for bound in bounds)
    lowering.statements.append(Nest((), [Check(op("less", low, high))]))
    dtype = low.dtype
    wide = dtypes.uint64 if dtype.size == 8 else dtypes.uint32
    first, span = bitcast(low, wide), bitcast(high, wide) - bitcast(low, wide)
    word = integers_of(wide)

    def between(words: Words, number: Expr) -> Expr:
        return bitcast(op("mod", word(words, number), span) + first, dtype)

    return stream.values(dtype, sizes, between, HASH_COST)


def sizes_in(shape: np.ndarray) -> Sizes:
    return tuple(shape.reshape(-1).tolist())


@lowers(
    "StatelessRandomUniform", "StatelessRandomUniformInt", "StatelessRandomUniformFullInt",
    "StatelessRandomNormal",
    constants=(0,), accepts=has_seed, any_size=True,
)  # fmt: skip
def _seeded(
    lowering: Lowering, operation: Operation, shape: np.ndarray, seed: Value, *bounds: Value
) -> Value:
    stream = stream_at(lowering, *scrambled(lowering, seed))
    return _drawn(lowering, operation, stream, sizes_in(shape), bounds)


@lowers(
    "StatelessRandomUniformV2", "StatelessRandomUniformIntV2", "StatelessRandomUniformFullIntV2",
    "StatelessRandomNormalV2",
    constants=(0, 3), accepts=has_key, any_size=True,
)  # fmt: skip
def _keyed(
    lowering: Lowering,
    operation: Operation,
    shape: np.ndarray,
    key: Value,
    counter: Value,
    _algorithm: np.ndarray,
    *bounds: Value,
) -> Value:
    return _drawn(lowering, operation, stream_at(lowering, key, counter), sizes_in(shape), bounds)


@lowers(
    "StatelessRandomGetKeyCounter",
    accepts=lambda operation: sizes_of(operation.inputs[0]) == (2,),
    any_size=True,
)
def _key_and_counter(lowering: Lowering, operation: Operation, seed: Value) -> Any:
    return scrambled(lowering, seed)


# ---------------------------------------------------------------------------- states of generators

# States are longer than they have to be where a program made them so.
_LONGEST_STATE = 16


def _is_state_of_philox(operation: Operation) -> bool:
    state, algorithm, _ = operation.inputs
    number = known_array(algorithm)
    sizes = sizes_of(state)
    return (
        number is not None
        and number.ndim == 0
        and int(number) in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value)
        and dtype_of(state) is dtypes.int64
        and len(sizes) == 1
        and 3 <= sizes[0] <= _LONGEST_STATE
    )


@lowers(
    "RngReadAndSkip", "RngSkip", constants=(1,), accepts=_is_state_of_philox, any_size=True
)  # fmt: skip
def _read_and_skip(
    lowering: Lowering,
    operation: Operation,
    variable: VariableState,
    _algorithm: np.ndarray,
    draws: Value,
) -> Any:
    """Gives the state as it was."""
    before = skipped(lowering, variable, _as_unsigned(draws.element(())) * BLOCKS_PER_DRAW)
    return before if operation.outputs else ()


def skipped(lowering: Lowering, variable: VariableState, blocks: Expr) -> Value:
    """Moves a generator on by blocks, a uint64, as `generator_state.skipped`; gives the state before."""
    before = variable.value
    (size,) = before.sizes
    low, high = (_as_unsigned(before.element((i,))) for i in (0, 1))
    sum_ = low + blocks
    carry = cast(op("less", sum_, low), dtypes.uint64)
    # TF loses a carry here.
    ends_high = op("equal", blocks >> 32, MASK32)
    loses = ends_high & op("less", MASK32, (low & MASK32) + (blocks & MASK32))
    moved = (sum_, high + carry - cast(loses, dtypes.uint64))
    after = lowering.temporary(dtypes.int64, size, is_mutable=True)
    stores: list[Store | Check] = [
        Store(after, i, bitcast(moved[i], dtypes.int64) if i < 2 else before.element((i,)))
        for i in range(size)
    ]
    lowering.statements.append(Nest((), stores))
    variable.value = in_buffer(after, (size,))
    return computed(dtypes.int64, (3,), before.element, 0)

"""Random numbers by rejection: gamma, Poisson and binomial ones, those of `ops/random` bit for bit.

Each number has a stretch of its own in the stream, from which it takes doubles until one is accepted. So
numbers are made one after the other, by loops that run as often as it takes. Logarithms and powers are the C
library's. Exponentials and logarithms of factorials, which decide which number is taken, are not: one
decision in some 10**14 may be another one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    cast,
    const,
    from_index,
    load,
    op,
    to_index,
    where,
)
from stagelight.codegen.index import Extent, Index, Undecided
from stagelight.codegen.loop_nest import Buffer, Conditional, Nest, Statement, Store, While
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.random_numbers import (
    Stream,
    has_seed_of_two,
    is_of_philox,
    pair_of_normals,
    scrambled,
    sizes_in,
    stream_at,
    two_fractions,
)
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import Value, computed, in_buffer
from stagelight.graph.operation import Operation
from stagelight.ops.random.gamma import RESERVED_BLOCKS as BLOCKS_OF_GAMMA
from stagelight.ops.random.poisson import RESERVED_BLOCKS as BLOCKS_OF_POISSON
from stagelight.ops.random.poisson import SMALL_RATE
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_DOUBLE = dtypes.float64

# Statements that leave a number in the variable "value".
_Method = Callable[["Sampler"], list[Statement]]


def _double(number: float) -> Expr:
    return const(number, _DOUBLE)


class Sampler:
    """One number after the other.

    What changes while a number is made are variables, buffers of one element.

    Args:
        lowering: the program.
        stream: where the first number's stretch begins.
    """

    def __init__(self, lowering: Lowering, stream: Stream) -> None:
        self._lowering = lowering
        self._stream = stream
        self._normals = pair_of_normals(lowering, _DOUBLE)
        self._variables: dict[str, Buffer] = {}

    def variable(self, name: str, dtype: DType = _DOUBLE) -> Buffer:
        found = self._variables.get(name)
        if found is None:
            found = self._lowering.temporary(dtype, 1, is_mutable=True)
            self._variables[name] = found
        return found

    def now(self, name: str) -> Expr:
        """What a variable is."""
        return load(self._variables[name], 0)

    def set(self, **values: Expr) -> Nest:
        """Gives variables values, all of which are computed before."""
        return Nest((), [Store(self.variable(x, y.dtype), 0, y) for x, y in values.items()])

    # ---------------------------------------------------------------------- the stream

    def begin(self, block: Expr) -> Nest:
        """Goes to the stretch of a number, which begins so many blocks, a uint64, after the first."""
        zero, none = _double(0.0), const(0, dtypes.int64)
        return self.set(
            place=block, uniform_left=none, uniform_0=zero, uniform_1=zero,
            normal_left=none, normal_0=zero, normal_1=zero,
        )  # fmt: skip

    def uniform(self, name: str) -> list[Statement]:
        """Makes a variable the next double in [0, 1)."""
        return self._drawn("uniform", name, two_fractions)

    def normal(self, name: str) -> list[Statement]:
        """Makes a variable the next normal double."""
        return self._drawn("normal", name, lambda words: self._normals(*words))

    def _drawn(
        self, kind: str, name: str, pair: Callable[[Any], tuple[Expr, Expr]]
    ) -> list[Statement]:
        """A block gives two doubles, of which the second one is handed out first."""
        left = self.now(f"{kind}_left")
        first, second = pair(self._stream.block(self.now("place")))
        refill = self.set(
            **{f"{kind}_0": first, f"{kind}_1": second},
            **{f"{kind}_left": const(2, dtypes.int64), "place": self.now("place") + 1},
        )
        chosen = where(op("equal", left, 2), self.now(f"{kind}_1"), self.now(f"{kind}_0"))
        return [
            Conditional(op("equal", left, 0), [refill], []),
            self.set(**{name: chosen, f"{kind}_left": left - 1}),
        ]

    # ---------------------------------------------------------------------- numbers

    def repeated(self, body: Sequence[Statement]) -> list[Statement]:
        """Does something until the variable "is_open" is 0."""
        is_open = self.set(is_open=const(1, dtypes.int64))
        return [is_open, While([], op("equal", self.now("is_open"), 1), [*body])]

    def numbers(
        self,
        samples: Extent,
        parameters: dict[str, Value],
        blocks: Callable[[Expr], Expr],
        method: _Method,
    ) -> Value:
        """Doubles `[samples, n]` of n distributions, those of one distribution next to each other.

        Args:
            samples: of each distribution.
            parameters: of the distributions, doubles `[n]` each; variables of these names have them.
            blocks: for the number of a number, a uint64, the block at which its stretch begins.
            method: makes one.
        """
        (count,) = next(iter(parameters.values())).sizes
        result = self._lowering.temporary(_DOUBLE, samples * count, is_mutable=True)
        zero = const(0, dtypes.int64)
        start = self.set(distribution=zero, sample=zero, value=_double(0.0))
        distribution, sample = self.now("distribution"), self.now("sample")
        which = _cut(distribution, count)
        given = {name: value.element((which,)) for name, value in parameters.items()}
        next_row = self.set(sample=zero, **given)
        number = distribution * from_index(samples) + sample
        place = _cut(sample, samples) * count + which
        begin = self.begin(blocks(cast(number, dtypes.uint64)))
        one: list[Statement] = [
            begin,
            *method(self),
            Nest((), [Store(result, place, self.now("value"))]),
            self.set(sample=sample + 1),
        ]
        row: list[Statement] = [
            next_row,
            While([], op("less", sample, from_index(samples)), one),
            self.set(distribution=distribution + 1),
        ]
        is_left = op("less", distribution, from_index(count))
        self._lowering.statements += [start, While([], is_left, row)]
        return in_buffer(result, (samples, count))


def _cut(number: Expr, size: Extent) -> Index:
    """A number as an index: that it is in its range is shown here."""
    return to_index(op("minimum", op("maximum", number, 0), from_index(size - 1)))


def _flat(lowering: Lowering, x: Value) -> Value:
    """Parameters one after the other, as doubles."""
    wide = computed(_DOUBLE, x.sizes, lambda at: cast(x.element(at), _DOUBLE), x.cost + 1)
    ready = lowering.contiguous(wide)
    assert ready.buffer is not None
    return in_buffer(ready.buffer, (ready.size,))


# ---------------------------------------------------------------------------- gamma


def _gamma(sampler: Sampler) -> list[Statement]:
    """By Marsaglia and Tsang; see `ops/random/gamma`."""
    alpha = sampler.now("alpha")
    ready = sampler.set(
        d=alpha + where(op("less", alpha, 1.0), _double(2.0 / 3), _double(-1.0 / 3)),
        u=_double(0.0), v=_double(0.0), x=_double(0.0), is_open=const(1, dtypes.int64),
    )  # fmt: skip
    x, v, u, d = (sampler.now(name) for name in "xvud")
    c = _double(1.0 / 3) / op("sqrt", d)
    done = const(0, dtypes.int64)
    is_accepted = op("equal", sampler.now("is_open"), 0)
    power = op("library_pow", u, 1.0 / alpha)
    tried: list[Statement] = [
        sampler.set(v=v * v * v),
        *sampler.uniform("u"),
        Conditional(_is_accepted(u, x, v, d), [sampler.set(is_open=done, value=d * v)], []),
        Conditional(
            is_accepted & op("less", alpha, 1.0),
            [*sampler.uniform("u"), sampler.set(value=sampler.now("value") * power)],
            [],
        ),
    ]
    # TF: NaN is never accepted; answer NaN instead of looping.
    lost = sampler.set(is_open=done, value=_double(math.nan))
    body = [
        *sampler.normal("x"),
        sampler.set(v=1.0 + c * x),
        Conditional(op("isnan", v), [lost], [Conditional(v > 0.0, tried, [])]),
    ]
    exponential = [
        *sampler.uniform("u"),
        sampler.set(value=-op("library_log1p", -u)),
    ]
    return [ready, Conditional(op("equal", alpha, 1.0), exponential, sampler.repeated(body))]


def _is_accepted(u: Expr, x: Expr, v: Expr, d: Expr) -> Expr:
    bound = 1.0 - x * x * 0.0331 * (x * x)
    right = x * 0.5 * x + d * ((1.0 - v) + op("library_log", v))
    return op("less", u, bound) | op("less", op("library_log", u), right)


def _narrowed(values: Value, dtype: DType) -> Value:
    """Through single precision, with subnormals flushed to zero; see `ops/random/gamma`."""
    wide = _DOUBLE if dtype is _DOUBLE else dtypes.float32
    tiny = float(np.finfo(wide.numpy_dtype).tiny)

    def element(at: Any) -> Expr:
        x = cast(values.element(at), wide)
        return cast(where(op("less", op("abs", x), tiny), const(0.0, wide), x), dtype)

    return computed(dtype, values.sizes, element, 4)


def _in_shape(lowering: Lowering, values: Value, sizes: Any) -> Value:
    ready = lowering.contiguous(values)
    assert ready.buffer is not None
    return in_buffer(ready.buffer, sizes)


def _samples(sizes: Sequence[Extent], parameters: Value) -> Extent:
    """How many numbers of each distribution a tensor of some sizes has."""
    rank = len(sizes) - len(parameters.sizes)
    if rank < 0 or tuple(sizes[rank:]) != parameters.sizes or not all(n >= 1 for n in sizes):
        raise Undecided(f"whether {sizes} ends with {parameters.sizes}")
    return math.prod(sizes[:rank])


def _drawn_gamma(
    lowering: Lowering, stream: Stream, sizes: Sequence[Extent], alpha: Value
) -> Value:
    samples = _samples(sizes, alpha)
    values = Sampler(lowering, stream).numbers(
        samples, {"alpha": _flat(lowering, alpha)}, lambda n: n * BLOCKS_OF_GAMMA, _gamma
    )
    return _in_shape(lowering, _narrowed(values, alpha.dtype), tuple(sizes))


def _ends_with(operation: Operation, place: int) -> bool:
    """Whether the drawn shape ends with that of the parameters, and is not of nothing."""
    sizes, own = sizes_of(operation.outputs[0]), sizes_of(operation.inputs[place])
    return 0 not in sizes and sizes[len(sizes) - len(own) :] == own and len(own) <= len(sizes)


@lowers(
    "StatelessRandomGammaV2", constants=(0,), any_size=has_seed_of_two,
    accepts=lambda operation: has_seed_of_two(operation) and _ends_with(operation, 2),
)  # fmt: skip
def _seeded_gamma(
    lowering: Lowering, operation: Operation, shape: np.ndarray, seed: Value, alpha: Value
) -> Value:
    stream = stream_at(lowering, *scrambled(lowering, seed))
    return _drawn_gamma(lowering, stream, sizes_in(shape), alpha)


def _is_keyed(operation: Operation) -> bool:
    return is_of_philox(*operation.inputs[1:4])


@lowers(
    "StatelessRandomGammaV3", constants=(0, 3), any_size=_is_keyed,
    accepts=lambda operation: _is_keyed(operation) and _ends_with(operation, 4),
)  # fmt: skip
def _keyed_gamma(
    lowering: Lowering,
    operation: Operation,
    shape: np.ndarray,
    key: Value,
    counter: Value,
    _algorithm: np.ndarray,
    alpha: Value,
) -> Value:
    return _drawn_gamma(lowering, stream_at(lowering, key, counter), sizes_in(shape), alpha)


# ---------------------------------------------------------------------------- Poisson


def _poisson(highest: float) -> _Method:
    """By Knuth's products for small rates, by Hörmann's rejection else; see `ops/random/poisson`."""

    def method(sampler: Sampler) -> list[Statement]:
        rate = sampler.now("rate")
        too_large = highest + 40.0 * math.sqrt(highest) + 1600.0
        zero = _double(0.0)
        ready = sampler.set(
            u=zero, v=zero, k=zero, count=zero, product=_double(1.0), is_open=const(1, dtypes.int64)
        )
        no_number = sampler.set(value=where(rate > too_large, _double(math.inf), rate))
        is_none = (rate > too_large) | op("isnan", rate)
        rejection = Conditional(is_none, [no_number], _transformed_rejection(sampler, highest))
        products = _products(sampler)
        return [ready, Conditional(op("less", rate, SMALL_RATE), products, [rejection])]

    return method


def _products(sampler: Sampler) -> list[Statement]:
    product = sampler.now("product") * sampler.now("u")
    count = sampler.now("count")
    is_open = op("greater", product, op("exp", -sampler.now("rate")))
    step = sampler.set(
        product=product, value=count, count=count + 1.0, is_open=cast(is_open, dtypes.int64)
    )
    return sampler.repeated([*sampler.uniform("u"), step])


def _transformed_rejection(sampler: Sampler, highest: float) -> list[Statement]:
    rate, u, v, k = (sampler.now(name) for name in ("rate", "u", "v", "k"))
    b = op("sqrt", rate) * 2.53 + 0.931
    a = b * 0.02483 - 0.059
    middle = u - 0.5
    shifted = 0.5 - op("abs", middle)
    proposed = op("floor", (a * 2.0 / shifted + b) * middle + rate + 0.43)
    fits = op("logical_not", k > highest)
    taken = fits & (shifted >= 0.07) & op("less_equal", v, 0.9277 - 3.6224 / (b - 2.0))
    is_out = op("less", k, 0.0) | (op("less", shifted, 0.013) & (v > shifted))
    inverse = 1.1328 / (b - 3.4) + 1.1239
    left = op("library_log", v * inverse / (a / (shifted * shifted) + b))
    right = k * op("library_log", rate) - rate - op("gammaln", k + 1.0)
    below = op("less_equal", left, right)
    take = [sampler.set(value=k, is_open=const(0, dtypes.int64))]
    undecided = fits & op("logical_not", is_out)
    body = [
        *sampler.uniform("u"),
        *sampler.uniform("v"),
        sampler.set(k=proposed),
        Conditional(
            taken, [*take], [Conditional(undecided, [Conditional(below, [*take], [])], [])]
        ),
    ]
    return sampler.repeated(body)


def _drawn_poisson(
    lowering: Lowering, stream: Stream, sizes: Sequence[Extent], rate: Value, dtype: DType
) -> Value:
    limits = np.iinfo if dtype.is_integer else np.finfo
    highest = float(limits(dtype.numpy_dtype).max)
    values = Sampler(lowering, stream).numbers(
        _samples(sizes, rate),
        {"rate": _flat(lowering, rate)},
        lambda n: n * BLOCKS_OF_POISSON,
        _poisson(highest),
    )

    def element(at: Any) -> Expr:
        x = values.element(at)
        if dtype.is_integer:
            # TF: an infinite rate counts 0 where there is no infinity.
            return cast(where(op("isfinite", x), x, _double(0.0)), dtype)
        return cast(cast(x, dtypes.float32) if dtype.size == 2 else x, dtype)

    narrow = computed(dtype, values.sizes, element, 3)
    return _in_shape(lowering, narrow, tuple(sizes))


@lowers(
    "PoissonAt", constants=(0, 3), any_size=_is_keyed,
    accepts=lambda operation: _is_keyed(operation) and _ends_with(operation, 4),
)  # fmt: skip
def _keyed_poisson(
    lowering: Lowering,
    operation: Operation,
    shape: np.ndarray,
    key: Value,
    counter: Value,
    _algorithm: np.ndarray,
    rate: Value,
) -> Value:
    stream, dtype = stream_at(lowering, key, counter), operation.outputs[0].dtype
    return _drawn_poisson(lowering, stream, sizes_in(shape), rate, dtype)


@lowers(
    "StatelessRandomPoisson", constants=(0,), any_size=has_seed_of_two,
    accepts=lambda operation: has_seed_of_two(operation) and _ends_with(operation, 2),
)  # fmt: skip
def _seeded_poisson(
    lowering: Lowering, operation: Operation, shape: np.ndarray, seed: Value, rate: Value
) -> Value:
    stream = stream_at(lowering, *scrambled(lowering, seed))
    dtype = operation.outputs[0].dtype
    return _drawn_poisson(lowering, stream, sizes_in(shape), rate, dtype)

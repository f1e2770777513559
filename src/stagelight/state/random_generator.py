"""`tf.random.Generator`: random numbers from a state that the program holds in a variable.

A state is a counter and a key (see `ops.random.generator_state`). Every draw reads the variable,
moves its counter on and draws with a stateless op, so that generators are seeded, saved and used in
functions like any variable.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import init_scope
from stagelight.ops.random.generator_ops import create_rng_state
from stagelight.ops.random.generator_state import counter_size, signed, state_size
from stagelight.ops.random.keys import Algorithm, algorithm_id, unsupported_algorithm
from stagelight.public import public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.variable import Variable
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype

_DEFAULT_ALGORITHM = Algorithm.PHILOX.value


def _shape_tensor(shape: Any) -> Tensor:
    """A shape as an integer vector, of int64 if it is empty."""
    is_empty = isinstance(shape, (list, tuple)) and not shape
    return convert_to_tensor(shape, dtypes.int64 if is_empty else None, name="shape")


def _state_tensor(parts: Any) -> Tensor:
    """Parts of a state as int64, by their bits: 2**63 is the least of them."""
    if isinstance(parts, (list, tuple)):
        parts = [signed(part) if isinstance(part, int) else part for part in parts]
    elif isinstance(parts, int):
        parts = signed(parts)
    is_python = isinstance(parts, (int, list)) and not any(
        hasattr(part, "dtype") for part in (parts if isinstance(parts, list) else ())
    )
    tensor = convert_to_tensor(parts, dtypes.int64 if is_python else None)
    return raw.Cast(tensor, DstT=dtypes.int64)


def _check_size(state: Any, alg: int, less: int = 0) -> None:
    size = state_size(alg) - less
    if not state.shape.is_compatible_with([size]):
        raise ValueError(
            f"Shapes {state.shape} and ({size},) are incompatible: this is how many integers the "
            f"algorithm {alg} has."
        )


def _joined(key: Any, counter: Any, alg: int) -> Tensor:
    counter, key = _state_tensor(counter), _state_tensor(key)
    _check_size(counter, alg, less=1)
    if not key.shape.is_compatible_with([]):
        raise ValueError(f"Shapes {key.shape} and () are incompatible: the key is a scalar.")
    return raw.ConcatV2([counter, raw.Reshape(key, [1])], 0)


@public("random.Generator", "random.experimental.Generator")
class Generator(AutoTrackable):
    """A source of random numbers with a state of its own.

    Args:
        copy_from: a generator whose state and algorithm are copied.
        state: int64 vector, the initial state; a variable is used as it is.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Raises:
        ValueError: there is no such algorithm, or the state's size is another one.

    >>> generator = tf.random.Generator.from_seed(1234)
    >>> generator.normal([2]).numpy()
    array([0.9356609, 1.0854305], dtype=float32)
    >>> generator.state.numpy()
    array([1746,    0,    0])
    """

    def __init__(
        self, copy_from: Generator | None = None, state: Any = None, alg: Any = None
    ) -> None:
        if copy_from is not None:
            if alg is not None or state is not None:
                raise ValueError("A copied generator takes no `state` and no `alg`.")
            alg, state = copy_from.algorithm, copy_from.state.read_value()
        if alg is None or state is None:
            raise ValueError(
                "A generator needs `state` and `alg`, or `copy_from`. "
                "To begin with a seed call tf.random.Generator.from_seed."
            )
        self._alg = algorithm_id(alg)
        if isinstance(state, Variable):
            _check_size(state, self._alg)
            self._state_var = state
        else:
            state = _state_tensor(state)
            _check_size(state, self._alg)
            self._state_var = Variable(state, dtype=dtypes.int64, trainable=False, name="StateVar")

    # Making one.

    @classmethod
    def from_state(cls, state: Any, alg: Any) -> Generator:
        """A generator with the given state; see the class."""
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed: Any, alg: Any = None) -> Generator:
        """A generator whose state follows from a seed.

        Args:
            seed: an integer of any size, or a vector of integers.
            alg: the algorithm; Philox if None.
        """
        alg = _DEFAULT_ALGORITHM if alg is None else algorithm_id(alg)
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """A generator whose state is different in each run of the program."""
        alg = _DEFAULT_ALGORITHM if alg is None else algorithm_id(alg)
        return cls(state=raw.NonDeterministicInts([state_size(alg)], dtype=dtypes.int64), alg=alg)

    @classmethod
    def from_key_counter(cls, key: Any, counter: Any, alg: Any) -> Generator:
        """A generator with the given key and counter.

        Args:
            key: an int64 scalar.
            counter: an int64 vector of the algorithm's size: 2 for Philox, 1 for ThreeFry.
            alg: the algorithm.
        """
        alg = algorithm_id(alg)
        return cls(state=_joined(key, counter, alg), alg=alg)

    # The state.

    @property
    def state(self) -> Variable:
        """The variable that holds the counter and the key."""
        return self._state_var

    @property
    def algorithm(self) -> int:
        """The algorithm's number."""
        return self._alg

    @property
    def key(self) -> Tensor:
        """The key: the last entry of the state.

        Raises:
            ValueError: the algorithm is unknown.
        """
        self._check_algorithm()
        return self._state_var[-1]  # type: ignore[index]

    def _check_algorithm(self) -> None:
        if self._alg not in {member.value for member in Algorithm}:
            raise ValueError(unsupported_algorithm(self._alg))

    def reset(self, state: Any) -> None:
        """Sets the state, an int64 vector."""
        state = _state_tensor(state)
        _check_size(state, self._alg)
        self._state_var.assign(state)

    def reset_from_seed(self, seed: Any) -> None:
        """Sets the state that follows from a seed."""
        self._state_var.assign(create_rng_state(seed, self._alg))

    def reset_from_key_counter(self, key: Any, counter: Any) -> None:
        """Sets key and counter."""
        self._state_var.assign(_joined(key, counter, self._alg))

    def skip(self, delta: Any) -> Tensor:
        """Moves on as if `delta` numbers had been drawn.

        Args:
            delta: an integer scalar.

        Returns:
            The state as it was, int64.
        """
        variable = self._state_var
        variable._tell_access()
        delta = raw.Cast(convert_to_tensor(delta), DstT=dtypes.uint64)
        return raw.RngReadAndSkip(variable.handle, self._alg, delta)

    def _next_key(self, shape: Tensor) -> tuple[Tensor, Tensor, int]:
        """Key, counter and algorithm for drawing a tensor of the given shape."""
        state = self.skip(raw.Prod(shape, [0]))
        size = counter_size(self._alg)
        counter = raw.StridedSlice(state, [0], [size], [1])
        key = raw.StridedSlice(state, [size], [size + 1], [1])
        return (
            raw.Bitcast(key, type=dtypes.uint64),
            raw.Bitcast(counter, type=dtypes.uint64),
            self._alg,
        )

    # Drawing.

    def normal(
        self,
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers of a normal distribution; arguments as of `tf.random.normal`."""
        dtype = as_dtype(dtype)
        with op_scope(name or "stateful_normal") as scope:
            shape = _shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype, name="stddev")
            numbers = raw.StatelessRandomNormalV2(shape, *self._next_key(shape), dtype=dtype)
            return raw.AddV2(raw.Mul(numbers, stddev, name="mul"), mean, name=scope)

    def truncated_normal(
        self,
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normal numbers cut at two deviations; arguments as of `tf.random.truncated_normal`."""
        dtype = as_dtype(dtype)
        with op_scope(name or "truncated_normal") as scope:
            shape = _shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype, name="stddev")
            numbers = raw.StatelessTruncatedNormalV2(shape, *self._next_key(shape), dtype=dtype)
            return raw.AddV2(raw.Mul(numbers, stddev, name="mul"), mean, name=scope)

    def uniform(
        self,
        shape: Any,
        minval: Any = 0,
        maxval: Any = None,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers of a uniform distribution; arguments as of `tf.random.stateless_uniform`.

        Raises:
            ValueError: one of two integer bounds is missing.
        """
        dtype = as_dtype(dtype)
        if dtype.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(
                    f"For integer dtype {dtype!r}, minval and maxval must be both `None` or both "
                    f"non-`None`; got minval={minval} and maxval={maxval}"
                )
        elif maxval is None:
            maxval = 1
        with op_scope(name or "stateful_uniform") as scope:
            shape = _shape_tensor(shape)
            if dtype.is_integer and minval is None:
                return raw.StatelessRandomUniformFullIntV2(
                    shape, *self._next_key(shape), dtype=dtype, name=scope
                )
            minval = convert_to_tensor(minval, dtype, name="min")
            maxval = convert_to_tensor(maxval, dtype, name="max")
            key = self._next_key(shape)
            if dtype.is_integer:
                return raw.StatelessRandomUniformIntV2(shape, *key, minval, maxval, name=scope)
            numbers = raw.StatelessRandomUniformV2(shape, *key, dtype=dtype)
            span = raw.Sub(maxval, minval, name="sub")
            return raw.AddV2(raw.Mul(numbers, span, name="mul"), minval, name=scope)

    def uniform_full_int(
        self, shape: Any, dtype: Any = dtypes.uint64, name: str | None = None
    ) -> Tensor:
        """Integers that are equally likely all over an integer dtype.

        Args:
            shape: the shape of the result, an integer vector.
            dtype: int32, int64, uint32 or uint64.
            name: name of the operation.

        Returns:
            Tensor of that shape and dtype.
        """
        with op_scope(name or "stateful_uniform_full_int") as scope:
            shape = _shape_tensor(shape)
            key = self._next_key(shape)
            return raw.StatelessRandomUniformFullIntV2(
                shape, *key, dtype=as_dtype(dtype), name=scope
            )

    def binomial(
        self,
        shape: Any,
        counts: Any,
        probs: Any,
        dtype: Any = dtypes.int32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers of binomial distributions; arguments as of `tf.random.stateless_binomial`."""
        with op_scope(name or "binomial") as scope:
            counts = convert_to_tensor(counts, name="counts")
            probs = convert_to_tensor(probs, name="probs")
            self._state_var._tell_access()
            return raw.StatefulRandomBinomial(
                self._state_var.handle,
                self._alg,
                _shape_tensor(shape),
                counts,
                probs,
                dtype=as_dtype(dtype),
                name=scope,
            )

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds for stateless random functions.

        Args:
            count: how many.

        Returns:
            int64 tensor of shape `[2, count]`: each column is a seed.

        Raises:
            ValueError: the algorithm is unknown.
        """
        self._check_algorithm()
        keys = self.uniform_full_int([count], dtypes.int64)
        return raw.Pack([keys, raw.ZerosLike(keys)], axis=0)

    def split(self, count: int = 1) -> list[Generator]:
        """New generators, independent of this one and of each other; this one moves on.

        Args:
            count: how many.

        Raises:
            ValueError: the algorithm is unknown.
        """
        self._check_algorithm()
        keys = raw.Unpack(self.uniform_full_int([count], dtypes.int64), num=count)
        zeros = [0] * counter_size(self._alg)
        return [Generator(state=[*zeros, key], alg=self._alg) for key in keys]


# ---------------------------------------------------------------------------- the global generator


class _Global:
    """The generator that `get_global_generator` gives, made when it is first asked for."""

    def __init__(self) -> None:
        self.generator: Generator | None = None


_global = _Global()


@public("random.get_global_generator", "random.experimental.get_global_generator")
def get_global_generator() -> Generator:
    """The generator of the program, made from a state of chance when it is first asked for.

    >>> tf.random.get_global_generator().normal([2, 3]).shape
    TensorShape([2, 3])
    """
    if _global.generator is None:
        with init_scope():
            _global.generator = Generator.from_non_deterministic_state()
    return _global.generator


@public("random.set_global_generator", "random.experimental.set_global_generator")
def set_global_generator(generator: Generator) -> None:
    """Replaces the generator of the program; functions that were traced before keep the old one.

    Args:
        generator: the new one.

    >>> tf.random.set_global_generator(tf.random.Generator.from_seed(1))
    >>> tf.random.get_global_generator().state.numpy()
    array([1, 0, 0])
    """
    _global.generator = generator

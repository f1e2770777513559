"""Candidate samplers: classes drawn for `tf.nn.sampled_softmax_loss` and its like.

Each gives the drawn classes, and how often the true and the drawn ones are expected in such a draw.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.errors import NotFoundError
from stagelight.ops.random.class_distributions import (
    Classes,
    Learned,
    LogUniform,
    Uniform,
    Weighted,
    draw_classes,
    expected_counts,
)
from stagelight.ops.random.seeds import KernelStream
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.ops.random.word_reader import WordReader
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# Words of the stream that each candidate gets, whether it needs them or not.
_WORDS_PER_CANDIDATE = 2048

_ATTRS: dict[str, Any] = {
    "num_true": attr("int"),
    "num_sampled": attr("int"),
    "unique": attr("bool"),
}
_SEEDS = {"seed": 0, "seed2": 0}


def _infer(
    true_classes: Tensor, *, num_true: int, num_sampled: int, **_: Any
) -> tuple[Inferred, Inferred, Inferred]:
    if num_true < 1:
        raise invalid("num_true must be >= 1")
    shape = true_classes.shape
    if shape.rank not in (None, 2):
        raise invalid(f"true_classes must be a matrix. Received shape: {shape}")
    rows = None if shape.rank is None else shape[0]
    if shape.rank and shape[1] not in (None, num_true):
        raise invalid(f"true_classes must have num_true = {num_true} columns. Received: {shape}")
    return (
        Inferred(TensorShape([num_sampled]), dtypes.int64),
        Inferred(TensorShape([rows, num_true]), dtypes.float32),
        Inferred(TensorShape([num_sampled]), dtypes.float32),
    )


def _check(true_classes: np.ndarray, num_true: int, num_sampled: int) -> None:
    if num_true < 1 or num_sampled < 1:
        raise invalid("num_true and num_sampled must be at least 1.")
    if true_classes.ndim != 2:
        raise invalid("true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        raise invalid(
            f"true_classes must have num_true columns, expected: {num_true}, "
            f"was: {true_classes.shape[1]}"
        )


def _check_range(true_classes: np.ndarray, count: int) -> None:
    if ((true_classes < 0) | (true_classes >= count)).any():
        raise invalid(f"true_classes must lie in [0, {count}).")


def _sampled(
    classes: Classes,
    stream: KernelStream,
    true_classes: np.ndarray,
    num_sampled: int,
    unique: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if unique and num_sampled > classes.count:
        raise invalid("Sampler's range is too small.")
    _check_range(true_classes, classes.count)
    reader = WordReader(stream.reserve_blocks(num_sampled * _WORDS_PER_CANDIDATE // 4))
    drawn, tries = draw_classes(classes, reader, num_sampled, unique)
    true_counts = expected_counts(classes, true_classes.reshape(-1).tolist(), num_sampled, tries)
    return (
        np.array(drawn, np.int64),
        true_counts.reshape(true_classes.shape),
        expected_counts(classes, drawn, num_sampled, tries),
    )


def _define(name: str, classes_of: Callable[..., Classes], more_attrs: dict[str, Any]) -> None:
    """Defines the op that draws from what `classes_of(stream, **more_attrs)` gives."""

    def kernel(
        xp: ModuleType,
        true_classes: np.ndarray,
        *,
        num_true: int,
        num_sampled: int,
        unique: bool,
        seed: int = 0,
        seed2: int = 0,
        _state: StreamState | None = None,
        **attrs: Any,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        _check(true_classes, num_true, num_sampled)
        key = tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in attrs.items())
        stream = kernel_stream(name, seed, seed2, _state, num_true, num_sampled, unique, key)
        classes = classes_of(stream, **attrs)
        result = _sampled(classes, stream, true_classes, num_sampled, unique)
        if isinstance(classes, Learned):
            classes.see(true_classes)
        return result

    define(
        name,
        "true_classes: int64",
        "sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32",
        {**_ATTRS, **more_attrs, **_SEEDS},
        infer=_infer,
        kernel=kernel,
        differentiable=False,
        traits=Trait.RANDOM | Trait.HOST_ONLY,
        make_state=make_state,
    )


_RANGE = {"range_max": attr("int")}
# What a sampler has learned lasts as long as its stream.
_learned: weakref.WeakKeyDictionary[KernelStream, Learned] = weakref.WeakKeyDictionary()


def _learned_classes(stream: KernelStream, range_max: int) -> Learned:
    found = _learned.get(stream)
    if found is None:
        found = _learned[stream] = Learned(range_max)
    return found


def _positive(range_max: int) -> int:
    if range_max < 1:
        raise invalid(f"range_max must be at least 1. Received: {range_max}")
    return range_max


_define("UniformCandidateSampler", lambda _, range_max: Uniform(_positive(range_max)), _RANGE)
_define("LogUniformCandidateSampler", lambda _, range_max: LogUniform(_positive(range_max)), _RANGE)
for _name in ("LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler"):
    _define(
        _name,
        lambda stream, range_max: _learned_classes(stream, _positive(range_max)),
        _RANGE,
    )


def _unigrams(
    _: KernelStream,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
) -> Weighted:
    if not vocab_file and not unigrams:
        raise invalid("Must provide either vocab_file or unigrams.")
    if vocab_file and unigrams:
        raise invalid("Must only provide one of vocab_file and unigrams.")
    if not 0 <= shard < num_shards:
        raise invalid(f"shard must lie in [0, num_shards). Received: {shard} of {num_shards}")
    given = _weights_in(vocab_file) if vocab_file else list(unigrams)
    weights = [0.0] * len(range(shard, num_reserved_ids, num_shards))
    first = len(weights)  # TF: the words are counted from here, not from num_reserved_ids.
    weights += [
        float(np.float32(np.float32(weight) ** np.float32(distortion)))
        for word, weight in enumerate(given, first)
        if word % num_shards == shard
    ]
    if len(weights) != range_max:
        raise invalid(
            f"range_max is {range_max} but observed weights and reserved ids give {len(weights)}."
        )
    return Weighted(weights)


def _weights_in(vocab_file: str) -> list[float]:
    """The last column of a file with commas."""
    try:
        with open(vocab_file, encoding="utf-8") as lines:
            return [float(line.rstrip("\n").rpartition(",")[2]) for line in lines if line.strip()]
    except OSError as error:
        raise NotFoundError(None, None, f"{vocab_file}; {error.strerror}") from None
    except ValueError as error:
        raise invalid(f"Wrong vocabulary format in {vocab_file}: {error}") from None


_define(
    "FixedUnigramCandidateSampler",
    _unigrams,
    {
        **_RANGE,
        "vocab_file": attr("string", ""),
        "distortion": 1.0,
        "num_reserved_ids": 0,
        "num_shards": 1,
        "shard": 0,
        "unigrams": attr("list(float)", ()),
    },
)


def _all(
    xp: ModuleType, true_classes: np.ndarray, *, num_true: int, num_sampled: int, **_: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    _check(true_classes, num_true, num_sampled)
    _check_range(true_classes, num_sampled)
    return (
        np.arange(num_sampled, dtype=np.int64),
        np.ones(true_classes.shape, np.float32),
        np.ones(num_sampled, np.float32),
    )


define(
    "AllCandidateSampler",
    "true_classes: int64",
    "sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32",
    {**_ATTRS, **_SEEDS},
    infer=_infer,
    kernel=_all,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- public functions


@public("random.uniform_candidate_sampler", "compat.v1.nn.uniform_candidate_sampler")
def uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draws classes, all alike.

    Args:
        true_classes: int64 matrix `[batch, num_true]` of the true classes.
        num_true: how many true classes each example has.
        num_sampled: how many classes to draw.
        unique: whether each may come only once.
        range_max: how many classes there are.
        seed: the seed of the op.
        name: the operation's name.

    Returns:
        The tuple (sampled_candidates, true_expected_count, sampled_expected_count): the int64 vector
        `[num_sampled]` of drawn classes, and how often the true `[batch, num_true]` and the drawn ones
        `[num_sampled]` are expected in such a draw.

    Raises:
        InvalidArgumentError: unique classes are wanted, more than there are; or a true class is out of
            range.

    >>> drawn, _, _ = tf.random.uniform_candidate_sampler([[0]], 1, 3, True, 3)
    >>> sorted(drawn.numpy().tolist())
    [0, 1, 2]
    """
    return raw.UniformCandidateSampler(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        name=name,
        **op_seeds(seed),
    )


@public("random.log_uniform_candidate_sampler", "compat.v1.nn.log_uniform_candidate_sampler")
def log_uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draws classes as likely as `log((k + 2) / (k + 1)) / log(range_max + 1)`.

    Good for words that are numbered from the most frequent on.

    Args:
        true_classes, num_true, num_sampled, unique, range_max, seed, name: as for
            `tf.random.uniform_candidate_sampler`.

    Returns:
        The tuple (sampled_candidates, true_expected_count, sampled_expected_count), as there.

    Raises:
        InvalidArgumentError: as there.

    >>> drawn, _, _ = tf.random.log_uniform_candidate_sampler([[0]], 1, 3, True, 3)
    >>> sorted(drawn.numpy().tolist())
    [0, 1, 2]
    """
    return raw.LogUniformCandidateSampler(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        name=name,
        **op_seeds(seed),
    )


@public(
    "random.learned_unigram_candidate_sampler",
    "nn.learned_unigram_candidate_sampler",
)
def learned_unigram_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draws classes as often as they were true classes of earlier calls, each once more.

    Args:
        true_classes, num_true, num_sampled, unique, range_max, seed, name: as for
            `tf.random.uniform_candidate_sampler`.

    Returns:
        The tuple (sampled_candidates, true_expected_count, sampled_expected_count), as there.

    Raises:
        InvalidArgumentError: as there.

    >>> drawn, _, _ = tf.random.learned_unigram_candidate_sampler([[0]], 1, 3, True, 3)
    >>> sorted(drawn.numpy().tolist())
    [0, 1, 2]
    """
    return raw.LearnedUnigramCandidateSampler(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        name=name,
        **op_seeds(seed),
    )


@public(
    "random.fixed_unigram_candidate_sampler",
    "nn.fixed_unigram_candidate_sampler",
)
def fixed_unigram_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draws classes by weights that are given.

    Args:
        true_classes, num_true, num_sampled, unique, range_max, seed, name: as for
            `tf.random.uniform_candidate_sampler`.
        vocab_file: a file with the weights, the last of comma-separated columns; or `unigrams`.
        distortion: the power that weights are raised to.
        num_reserved_ids: how many first classes are never drawn.
        num_shards, shard: only every `num_shards`-th class, from `shard` on, is drawn.
        unigrams: the weights.

    Returns:
        The tuple (sampled_candidates, true_expected_count, sampled_expected_count), as there.

    Raises:
        InvalidArgumentError: as there; or not exactly one of file and weights is given.
        NotFoundError: there is no such file.

    >>> drawn, _, _ = tf.random.fixed_unigram_candidate_sampler(
    ...     [[0]], 1, 2, True, 3, unigrams=[1.0, 0.0, 1.0])
    >>> sorted(drawn.numpy().tolist())
    [0, 2]
    """
    return raw.FixedUnigramCandidateSampler(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        vocab_file=vocab_file,
        distortion=float(distortion),
        num_reserved_ids=num_reserved_ids,
        num_shards=num_shards,
        shard=shard,
        unigrams=[float(weight) for weight in unigrams],
        name=name,
        **op_seeds(seed),
    )


@public("random.all_candidate_sampler", "nn.all_candidate_sampler")
def all_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Gives all classes: for comparing with a full softmax.

    Args:
        true_classes, num_true, unique, seed, name: as for `tf.random.uniform_candidate_sampler`.
        num_sampled: how many classes there are.

    Returns:
        The tuple (sampled_candidates, true_expected_count, sampled_expected_count), as there.

    Raises:
        InvalidArgumentError: `true_classes` is no matrix of `num_true` columns.

    >>> tf.random.all_candidate_sampler([[1]], 1, 3, True).sampled_candidates.numpy()
    array([0, 1, 2])
    """
    return raw.AllCandidateSampler(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        name=name,
        **op_seeds(seed),
    )

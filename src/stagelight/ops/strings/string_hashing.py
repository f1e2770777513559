"""Strings to numbers of buckets: `tf.strings.to_hash_bucket`, `_fast` and `_strong`.

The functions themselves are in `hashes`. A bucket is the hash modulo the number of buckets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.hashes import fingerprint64, hash64, sip_hash
from stagelight.ops.strings.string_arrays import mapped
from stagelight.public import public
from stagelight.types import dtypes


def _require_options(num_buckets: int, key: Sequence[int] = (0, 0)) -> None:
    if num_buckets < 1:
        raise invalid(f"Value for attr 'num_buckets' of {num_buckets} must be at least minimum 1")
    if len(key) != 2:
        raise invalid("Key must have 2 elements")


def _infer_buckets(text: Tensor, **options: Any) -> Inferred:
    _require_options(**options)
    return Inferred(text.shape, dtypes.int64)


def _bucket_kernel(hash_of: Callable[[bytes], int]) -> Callable[..., np.ndarray]:
    def kernel(xp: ModuleType, text: np.ndarray, *, num_buckets: int) -> np.ndarray:
        _require_options(num_buckets)
        return mapped(lambda each: hash_of(each) % num_buckets, text, np.int64)

    return kernel


def _strong_bucket(
    xp: ModuleType, text: np.ndarray, *, num_buckets: int, key: Sequence[int]
) -> np.ndarray:
    _require_options(num_buckets, key)
    first, second = key
    return mapped(lambda each: sip_hash(each, (first, second)) % num_buckets, text, np.int64)


define(
    "StringToHashBucket",
    "string_tensor: string",
    "output: int64",
    {"num_buckets": attr("int")},
    infer=_infer_buckets,
    kernel=_bucket_kernel(hash64),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "StringToHashBucketFast",
    "input: string",
    "output: int64",
    {"num_buckets": attr("int")},
    infer=_infer_buckets,
    kernel=_bucket_kernel(fingerprint64),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "StringToHashBucketStrong",
    "input: string",
    "output: int64",
    {"num_buckets": attr("int"), "key": attr("list(int)")},
    infer=_infer_buckets,
    kernel=_strong_bucket,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.to_hash_bucket")
def to_hash_bucket(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """The bucket of each string, by a hash that may change with TensorFlow.

    Args:
        input: string tensor.
        num_buckets: the number of buckets.
        name: name of the operation.

    Returns:
        int64 tensor of the same shape, of numbers in [0, num_buckets).

    Raises:
        InvalidArgumentError: `num_buckets` is less than 1.

    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow"], 3).numpy()
    array([2, 0])
    """
    return raw.StringToHashBucket(input, num_buckets=num_buckets, name=name)


@public("strings.to_hash_bucket_fast", "compat.v1.string_to_hash_bucket_fast")
def to_hash_bucket_fast(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """The bucket of each string, by FarmHash's fingerprint, which never changes.

    It is quick, and somebody who chooses the strings can make them all meet in one bucket.

    Args:
        input: string tensor.
        num_buckets: the number of buckets.
        name: name of the operation.

    Returns:
        int64 tensor of the same shape, of numbers in [0, num_buckets).

    Raises:
        InvalidArgumentError: `num_buckets` is less than 1.

    >>> tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow", "2.x"], 3).numpy()
    array([0, 2, 2])
    """
    return raw.StringToHashBucketFast(input, num_buckets=num_buckets, name=name)


@public("strings.to_hash_bucket_strong", "compat.v1.string_to_hash_bucket_strong")
def to_hash_bucket_strong(
    input: Any, num_buckets: int, key: Sequence[int], name: str | None = None
) -> Tensor:
    """The bucket of each string, by SipHash with a key: hard to foresee for who does not know it.

    Args:
        input: string tensor.
        num_buckets: the number of buckets.
        key: two integers.
        name: name of the operation.

    Returns:
        int64 tensor of the same shape, of numbers in [0, num_buckets).

    Raises:
        InvalidArgumentError: `num_buckets` is less than 1, or `key` has not two numbers.

    >>> tf.strings.to_hash_bucket_strong(["Hello", "TF"], 3, [1, 2]).numpy()
    array([2, 0])
    """
    return raw.StringToHashBucketStrong(input, num_buckets=num_buckets, key=list(key), name=name)

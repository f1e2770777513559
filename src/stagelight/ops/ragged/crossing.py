"""`tf.ragged.cross`: the values of each row of several tensors combined, as `tf.sparse.cross` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.sparse_rows import from_sparse, to_sparse
from stagelight.ops.sparse import crossing
from stagelight.public import public


def _as_matrices(inputs: Sequence[Any]) -> list[Any]:
    """The inputs, of which ragged ones are made sparse: their rows have no gaps either way."""
    for each in inputs:
        if isinstance(each, RaggedTensor) and each.ragged_rank != 1:
            raise ValueError("tf.ragged.cross only supports inputs with rank=2.")
    return [to_sparse(each) if isinstance(each, RaggedTensor) else each for each in inputs]


@public("ragged.cross")
def cross(inputs: Sequence[Any], name: str | None = None) -> RaggedTensor:
    """The values of each row of several inputs, combined to strings with `_X_` between.

    Args:
        inputs: a list of matrices, ragged, sparse or dense, of strings or integers, with as many rows.
        name: the operation's name.

    Returns:
        A ragged string matrix: in each row the combinations, of which the last input's values change first.

    Raises:
        ValueError: a ragged input is no matrix.
        InvalidArgumentError: another input is no matrix, or the numbers of rows differ.

    >>> names = tf.ragged.constant([["a"], ["b", "c"]])
    >>> tf.ragged.cross([names, tf.ragged.constant([["x"], ["y"]])])
    <tf.RaggedTensor [[b'a_X_x'], [b'b_X_y', b'c_X_y']]>
    """
    return from_sparse(crossing.cross(_as_matrices(inputs), name))


@public("ragged.cross_hashed")
def cross_hashed(
    inputs: Sequence[Any],
    num_buckets: int = 0,
    hash_key: int | None = None,
    name: str | None = None,
) -> RaggedTensor:
    """The values of each row of several inputs, combined and hashed to numbers.

    Args:
        inputs: a list of matrices, ragged, sparse or dense, of strings or integers, with as many rows.
        num_buckets: how many numbers there are; if 0 all that are not negative.
        hash_key: another key gives other numbers.
        name: the operation's name.

    Returns:
        A ragged int64 matrix.

    Raises:
        ValueError: a ragged input is no matrix.
        InvalidArgumentError: another input is no matrix, or the numbers of rows differ.

    >>> names = tf.ragged.constant([["a"], ["b", "c"]])
    >>> tf.ragged.cross_hashed([names, names], num_buckets=5).row_lengths().numpy()
    array([1, 4])
    """
    return from_sparse(crossing.cross_hashed(_as_matrices(inputs), num_buckets, hash_key, name))

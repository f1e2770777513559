"""What logits, step by step, spell: `tf.nn.ctc_greedy_decoder`, `tf.nn.ctc_beam_search_decoder`.

The loss, and what a path spells, are in `ctc`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, first_known, invalid, require_rank
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.ctc import check_batch
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _failed(message: str) -> Exception:
    return errors.FailedPreconditionError(None, None, message)


def _batch_of(inputs: Tensor, sequence_length: Tensor) -> int | None:
    require_rank(inputs, 3, "inputs")
    steps = require_rank(sequence_length, 1, "sequence_length")
    own = TensorShape([None if inputs.shape.rank is None else inputs.shape[1]])
    return first_known(steps, own)[0]


def _sparse_parts(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of labels as the indices, values and shape of a sparse matrix."""
    indices = [[i, j] for i, row in enumerate(rows) for j in range(len(row))]
    return (
        np.array(indices, np.int64).reshape(-1, 2),
        np.array([label for row in rows for label in row], np.int64),
        np.array([len(rows), max(map(len, rows), default=0)], np.int64),
    )


_INFERRED_PARTS = (
    Inferred(TensorShape([None, 2]), dtypes.int64),
    Inferred(TensorShape([None]), dtypes.int64),
    Inferred(TensorShape([2]), dtypes.int64),
)

# ---------------------------------------------------------------------------- greedy


def _infer_greedy(inputs: Tensor, sequence_length: Tensor, **_: Any) -> tuple[Inferred, ...]:
    score = Inferred(TensorShape([_batch_of(inputs, sequence_length), 1]), inputs.dtype)
    return (*_INFERRED_PARTS, score)


def _greedy(
    xp: ModuleType,
    inputs: np.ndarray,
    sequence_length: np.ndarray,
    merge_repeated: bool = False,
    blank_index: int = -1,
) -> tuple[np.ndarray, ...]:
    check_batch(inputs, sequence_length, _failed)
    classes = inputs.shape[2]
    if not -classes <= blank_index < classes:
        raise invalid(
            f"blank_index expected to be between {-classes} and {classes - 1} but was {blank_index}"
        )
    blank = blank_index % classes
    best = inputs.argmax(axis=2)
    used = np.arange(len(inputs))[:, None] < sequence_length
    scores = -np.where(used, inputs.max(axis=2), 0).sum(axis=0, dtype=inputs.dtype)
    kept = used & (best != blank)
    if merge_repeated:
        kept[1:] &= best[1:] != best[:-1]
    rows = [best[kept[:, i], i].tolist() for i in range(inputs.shape[1])]
    return (*_sparse_parts(rows), scores[:, None])


define(
    "CTCGreedyDecoder",
    "inputs: T, sequence_length: int32",
    "decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
    {
        "merge_repeated": False,
        "blank_index": -1,
        "T": types((dtypes.float32, dtypes.float64), dtypes.float32),
    },
    infer=_infer_greedy,
    kernel=_greedy,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("nn.ctc_greedy_decoder", "compat.v1.nn.ctc_greedy_decoder")
def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[SparseTensor], Tensor]:
    """The labels of the likeliest path: at each step the class with the greatest logit.

    Args:
        inputs: floating tensor of shape `[steps, batch, classes]`, logits.
        sequence_length: how many steps of each row are used.
        merge_repeated: whether equal classes that follow each other are one label.
        blank_index: the class that is the blank; the last if None.

    Returns:
        A list with one `tf.SparseTensor` of labels, and the negative sums of the greatest logits, of shape
        `[batch, 1]`.

    Raises:
        InvalidArgumentError: the inputs have not three axes, or the blank is no class.
        FailedPreconditionError: the lengths do not fit.

    >>> logits = tf.math.log([[[0.7, 0.2, 0.1]], [[0.6, 0.3, 0.1]], [[0.1, 0.1, 0.8]], [[0.2, 0.7, 0.1]]])
    >>> tf.nn.ctc_greedy_decoder(logits, [4])[0][0].values.numpy()
    array([0, 1])
    """
    *parts, score = raw.CTCGreedyDecoder(
        inputs,
        raw.Cast(convert_to_tensor(sequence_length), DstT=dtypes.int32),
        merge_repeated=merge_repeated,
        blank_index=-1 if blank_index is None else blank_index,
    )
    return [SparseTensor(*parts)], score


# ---------------------------------------------------------------------------- beam search


class _Prefix:
    """Labels that some paths spell up to a step, and the logarithms of the paths' probabilities.

    Attributes:
        blank, label, total: of paths that end with a blank, with the last label, of both; at this step.
        old_blank, old_total: the same at the step before.
    """

    __slots__ = ("blank", "children", "label", "last", "old_blank", "old_total", "parent", "total")

    def __init__(self, parent: _Prefix | None, last: int) -> None:
        self.parent, self.last = parent, last
        self.children: dict[int, _Prefix] = {}
        self.old_blank = self.old_total = -np.inf
        self.forget()

    def forget(self) -> None:
        """Takes the prefix out of the beam."""
        self.blank = self.label = self.total = -np.inf

    def labels(self, merge_repeated: bool) -> list[int]:
        """The labels, from the first."""
        found: list[int] = []
        prefix: _Prefix = self
        while prefix.parent is not None:
            if not merge_repeated or not found or found[-1] != prefix.last:
                found.append(prefix.last)
            prefix = prefix.parent
        return found[::-1]


class _Beam:
    """The likeliest prefixes; the least likely one makes room for a better one."""

    def __init__(self, width: int) -> None:
        self._width = width
        self.prefixes: list[_Prefix] = []

    def takes(self, total: float) -> bool:
        """Whether a prefix of this probability comes in."""
        if total == -np.inf:
            return False
        return len(self.prefixes) < self._width or total > self._least().total

    def add(self, prefix: _Prefix) -> None:
        """Adds a prefix; one that is pushed out is forgotten."""
        if len(self.prefixes) == self._width:
            least = self._least()
            self.prefixes.remove(least)
            least.forget()
        self.prefixes.append(prefix)

    def _least(self) -> _Prefix:
        return min(self.prefixes, key=lambda prefix: prefix.total)

    def ordered(self) -> list[_Prefix]:
        """The prefixes, the likeliest first."""
        return sorted(self.prefixes, key=lambda prefix: -prefix.total)


def _searched(logits: np.ndarray, width: int) -> list[_Prefix]:
    """The prefixes in the beam after all steps, the likeliest first."""
    root = _Prefix(None, -1)
    root.blank = root.total = 0.0
    beam = _Beam(width)
    beam.add(root)
    blank = logits.shape[1] - 1
    for row in logits:
        shares = row - row.max()
        log_p = (shares - np.log(np.exp(shares).sum())).tolist()
        before = beam.ordered()
        beam = _Beam(width)
        for prefix in before:
            prefix.old_blank, prefix.old_total = prefix.blank, prefix.total
        for prefix in before:
            _go_on(prefix, log_p, blank)
            beam.add(prefix)
        for prefix in before:
            if beam.takes(prefix.old_total):
                _grow(prefix, log_p, blank, beam)
    return beam.ordered()


def _go_on(prefix: _Prefix, log_p: list[float], blank: int) -> None:
    """The step of paths that spell the same prefix after it."""
    parent = prefix.parent
    if parent is not None:
        if parent.total != -np.inf:
            from_parent = parent.old_blank if prefix.last == parent.last else parent.old_total
            prefix.label = np.logaddexp(prefix.label, from_parent)
        prefix.label += log_p[prefix.last]
    prefix.blank = prefix.old_total + log_p[blank]
    prefix.total = np.logaddexp(prefix.blank, prefix.label)


def _grow(prefix: _Prefix, log_p: list[float], blank: int, beam: _Beam) -> None:
    """The step of paths that add a label to the prefix."""
    for label in range(blank):
        child = prefix.children.get(label)
        if child is None:
            child = prefix.children[label] = _Prefix(prefix, label)
        if child.total != -np.inf:
            continue
        from_prefix = prefix.old_blank if label == prefix.last else prefix.old_total
        total = log_p[label] + from_prefix
        if beam.takes(total):
            child.blank, child.label, child.total = -np.inf, total, total
            beam.add(child)
        else:
            child.old_blank = child.old_total = -np.inf
            child.forget()


def _infer_beam(inputs: Tensor, sequence_length: Tensor, top_paths: int, **_: Any) -> list[Any]:
    score = Inferred(TensorShape([_batch_of(inputs, sequence_length), top_paths]), inputs.dtype)
    return [part for part in _INFERRED_PARTS for _ in range(top_paths)] + [score]


def _beam_search(
    xp: ModuleType,
    inputs: np.ndarray,
    sequence_length: np.ndarray,
    beam_width: int,
    top_paths: int,
    merge_repeated: bool = True,
) -> tuple[np.ndarray, ...]:
    if top_paths > beam_width:
        raise invalid("requested more paths than the beam width.")
    check_batch(inputs, sequence_length, _failed)
    batch = inputs.shape[1]
    paths: list[list[list[int]]] = [[] for _ in range(top_paths)]
    scores = np.empty((batch, top_paths), inputs.dtype)
    for i in range(batch):
        steps = inputs[: sequence_length[i], i].astype(np.float64)
        found = _searched(steps, beam_width)
        if len(found) < top_paths:
            raise invalid("Less leaves in the beam search than requested.")
        for j, prefix in enumerate(found[:top_paths]):
            paths[j].append(prefix.labels(merge_repeated))
            scores[i, j] = prefix.total
    parts = [_sparse_parts(rows) for rows in paths]
    return (*(part[kind] for kind in range(3) for part in parts), scores)


define(
    "CTCBeamSearchDecoder",
    "inputs: T, sequence_length: int32",
    "decoded_indices: top_paths * int64, decoded_values: top_paths * int64, "
    "decoded_shape: top_paths * int64, log_probability: T",
    {
        "beam_width": attr("int"),
        "top_paths": attr("int"),
        "merge_repeated": True,
        "T": types((dtypes.float32, dtypes.float64), dtypes.float32),
    },
    infer=_infer_beam,
    kernel=_beam_search,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)


@public("compat.v1.nn.ctc_beam_search_decoder")
def older_ctc_beam_search_decoder(
    inputs: Any,
    sequence_length: Any,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[SparseTensor], Tensor]:
    """`tf.nn.ctc_beam_search_decoder`; `merge_repeated` also merges equal labels of what is found.

    >>> logits = tf.math.log([[[0.7, 0.2, 0.1]], [[0.1, 0.1, 0.8]], [[0.7, 0.2, 0.1]]])
    >>> decoded, _ = tf.compat.v1.nn.ctc_beam_search_decoder(logits, [3])
    >>> decoded[0].values.numpy()
    array([0])
    """
    *parts, scores = raw.CTCBeamSearchDecoder(
        inputs,
        raw.Cast(convert_to_tensor(sequence_length), DstT=dtypes.int32),
        beam_width=beam_width,
        top_paths=top_paths,
        merge_repeated=merge_repeated,
    )
    # All indices come first, then all values, then all shapes.
    return [SparseTensor(*parts[i::top_paths]) for i in range(top_paths)], scores


@public("nn.ctc_beam_search_decoder", "compat.v1.nn.ctc_beam_search_decoder_v2")
def ctc_beam_search_decoder(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """The likeliest labels, with all paths that spell them, of those that a beam search keeps.

    Args:
        inputs: floating tensor of shape `[steps, batch, classes]`, logits; the last class is the blank.
        sequence_length: how many steps of each row are used.
        beam_width: how many prefixes are kept after each step.
        top_paths: how many results are given, the likeliest first.

    Returns:
        A list of `top_paths` sparse tensors of labels, and the logarithms of their probabilities, of shape
        `[batch, top_paths]`.

    Raises:
        InvalidArgumentError: more results are wanted than there are.
        FailedPreconditionError: the lengths do not fit.

    >>> logits = tf.math.log([[[0.7, 0.2, 0.1]], [[0.1, 0.1, 0.8]], [[0.7, 0.2, 0.1]]])
    >>> decoded, scores = tf.nn.ctc_beam_search_decoder(logits, [3], top_paths=2)
    >>> [x.values.numpy().tolist() for x in decoded]
    [[0, 0], [0]]
    """
    return older_ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, False)

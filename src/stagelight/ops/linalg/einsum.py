"""Einstein summation: `tf.einsum` and the op `Einsum`.

The op takes one or two inputs. A contraction of two is one product of matrices in batches: the
labels that both share and the output keeps are the batch, those that both share and the output
drops are summed, the others are rows and columns. `tf.einsum` breaks equations with more inputs
into such pairs, in the order that `opt_einsum` finds.

Labels that one input repeats take a diagonal; labels that the output repeats put values on a
diagonal, which is what the gradient of the former needs.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.linalg.matmul import multiply_arrays
from stagelight.public import public
from stagelight.types.shapes import TensorShape

_ELLIPSIS = "..."
# Stands for an ellipsis while texts are taken apart letter by letter.
_DOTS = "\0"

Labels = list[Any]  # letters, and (-1), (-2), ... for the axes of an ellipsis from its last

# ---------------------------------------------------------------------------- equations


def _parsed(equation: str, count: int) -> tuple[list[str], str]:
    """Subscripts of the inputs and of the output, with an ellipsis as one letter.

    Raises:
        InvalidArgumentError: the equation is not one for that many inputs.
    """
    text = equation.replace(" ", "").replace(_ELLIPSIS, _DOTS)
    if text.count("->") != 1:
        raise invalid(f"Expecting exactly one '->' in einsum equation: {equation}")
    left, right = text.split("->")
    inputs = left.split(",")
    if len(inputs) > 2:
        raise invalid(
            f"Expecting 1 or 2 input subscripts in equation '{equation}' but got: {len(inputs)}"
        )
    if len(inputs) != count:
        raise invalid(f"Expected {len(inputs)} inputs for equation {equation} but got: {count}")
    for letter in set(right) - {_DOTS}:
        if not any(letter in subscripts for subscripts in inputs):
            raise invalid(
                f"Output subscripts of '{equation}' hold the label {letter}, which no input has."
            )
    return inputs, right


def _labels_of(subscripts: str, rank: int, position: int) -> Labels:
    """A label for each axis.

    Raises:
        InvalidArgumentError: there are more labels than axes, or less.
    """
    named = len(subscripts) - (_DOTS in subscripts)
    if _DOTS not in subscripts and rank != named:
        raise invalid(f"Expected input {position} to have rank {named} but got: {rank}")
    if rank < named:
        raise invalid(f"Expected input {position} to have rank at least {named} but got: {rank}")
    labels: Labels = []
    for letter in subscripts:
        if letter == _DOTS:
            labels.extend(range(named - rank, 0))
        else:
            labels.append(letter)
    return labels


def _output_labels(subscripts: str, inputs: Sequence[Labels]) -> Labels:
    """The output's labels; an ellipsis has the axes of the inputs' longest.

    Raises:
        InvalidArgumentError: the output lacks an ellipsis that an input has.
    """
    axes = [label for labels in inputs for label in labels if isinstance(label, int)]
    first = min(axes, default=0)
    if first and _DOTS not in subscripts:
        raise invalid(
            f"Output contains {-first} broadcasting dimension(s) but no ellipsis (...) was found "
            "in the output subscripts."
        )
    result: Labels = []
    for letter in subscripts:
        if letter == _DOTS:
            result.extend(range(first, 0))
        else:
            result.append(letter)
    return result


def _sizes(labels: Sequence[Labels], shapes: Sequence[Sequence[int | None]]) -> dict[Any, Any]:
    """The size of each label, None where unknown.

    Raises:
        InvalidArgumentError: a label has two sizes, or axes of an ellipsis do not broadcast.
    """
    sizes: dict[Any, Any] = {}
    for row, shape in zip(labels, shapes, strict=True):
        for axis, (label, size) in enumerate(zip(row, shape, strict=True)):
            known = sizes.get(label)
            if isinstance(label, int) and (label not in sizes or known in (1, size)):
                sizes[label] = size
            elif isinstance(label, int):
                both = broadcast_shapes(TensorShape([known]), TensorShape([size]))
                sizes[label] = both.as_list()[0]
            elif known is None:
                sizes[label] = size
            elif size is not None and size != known:
                raise invalid(
                    f"Expected dimension {known} at axis {axis} of the input shaped "
                    f"{list(shape)} but got dimension {size}"
                )
    return sizes


def labels_of_equation(
    equation: str, shapes: Sequence[Sequence[int | None]]
) -> tuple[list[Labels], Labels, dict[Any, int]]:
    """The labels of each input's axes, those of the output's, and the size of each label."""
    subscripts, output = _parsed(equation, len(shapes))
    labels = [
        _labels_of(text, len(shape), position)
        for position, (text, shape) in enumerate(zip(subscripts, shapes, strict=True))
    ]
    return labels, _output_labels(output, labels), _sizes(labels, shapes)


def _infer(*inputs: Tensor, equation: str) -> Inferred:
    subscripts, output = _parsed(equation, len(inputs))
    known = []
    for position, (text, x) in enumerate(zip(subscripts, inputs, strict=True)):
        rank = x.shape.rank
        if rank is None and _DOTS in text:
            return Inferred(TensorShape(None), inputs[0].dtype)
        rank = len(text) if rank is None else rank
        shape = [None] * rank if x.shape.rank is None else x.shape.as_list()
        known.append((_labels_of(text, rank, position), shape))
    labels = [row for row, _ in known]
    sizes = _sizes(labels, [shape for _, shape in known])
    result = [sizes[label] for label in _output_labels(output, labels)]
    return Inferred(TensorShape(result), inputs[0].dtype)


# ---------------------------------------------------------------------------- kernel


def _einsum(xp: ModuleType, *inputs: np.ndarray, equation: str) -> Any:
    labels, result_labels, sizes = labels_of_equation(equation, [x.shape for x in inputs])
    wanted = list(dict.fromkeys(result_labels))
    operands = [
        _with_own_labels_reduced(xp, x, row, {*wanted, *labels_of_others(labels, position)})
        for position, (x, row) in enumerate(zip(inputs, labels, strict=True))
    ]
    if len(operands) == 1:
        result, row = operands[0]
    else:
        result, row = _contracted(xp, *operands[0], *operands[1], wanted)
    missing = [label for label in wanted if label not in row]
    result = result.reshape(result.shape + (1,) * len(missing))
    row = row + missing
    result = xp.transpose(result, [row.index(label) for label in wanted])
    if len(wanted) == len(result_labels):
        return result
    return _on_diagonals(xp, result, wanted, result_labels, sizes)


def labels_of_others(labels: Sequence[Labels], position: int) -> Labels:
    """The labels of all inputs but the one at a position."""
    return [label for i, row in enumerate(labels) if i != position for label in row]


def _with_own_labels_reduced(
    xp: ModuleType, x: Any, labels: Labels, kept: set[Any]
) -> tuple[Any, Labels]:
    """Diagonals of repeated labels, then sums over those that nobody else has."""
    labels = list(labels)
    for label, count in Counter(labels).items():
        for _ in range(count - 1):
            first = labels.index(label)
            second = labels.index(label, first + 1)
            x = xp.diagonal(x, axis1=first, axis2=second)
            del labels[second], labels[first]
            labels.append(label)
    own = tuple(axis for axis, label in enumerate(labels) if label not in kept)
    if own:
        narrow = x.dtype.itemsize == 2 and x.dtype.kind not in "iu"
        total = xp.sum(x, axis=own, dtype=np.float32 if narrow else x.dtype)
        x = xp.asarray(total).astype(x.dtype)
        labels = [label for label in labels if label in kept]
    return x, labels


def _contracted(
    xp: ModuleType, x: Any, x_labels: Labels, y: Any, y_labels: Labels, wanted: Labels
) -> tuple[Any, Labels]:
    """The product of two arrays, summed over the labels that are not wanted."""
    shared = [label for label in x_labels if label in y_labels]
    batch = [label for label in shared if label in wanted]
    summed = [label for label in shared if label not in wanted]
    rows = [label for label in x_labels if label not in shared]
    columns = [label for label in y_labels if label not in shared]

    def arranged(array: Any, labels: Labels, order: Labels) -> Any:
        return xp.transpose(array, [labels.index(label) for label in order])

    x = arranged(x, x_labels, [*batch, *rows, *summed])
    y = arranged(y, y_labels, [*batch, *summed, *columns])
    count = len(batch)
    batch_sizes = np.broadcast_shapes(x.shape[:count], y.shape[:count])
    x = xp.broadcast_to(x, (*batch_sizes, *x.shape[count:]))
    y = xp.broadcast_to(y, (*batch_sizes, *y.shape[count:]))
    row_sizes = x.shape[count : count + len(rows)]
    column_sizes = y.shape[count + len(summed) :]
    inner = _product(x.shape[count + len(rows) :])
    flat = _product(batch_sizes)
    x = x.reshape(flat, _product(row_sizes), inner)
    y = y.reshape(flat, inner, _product(column_sizes))
    result = multiply_arrays(xp, x, y)
    shape = (*batch_sizes, *row_sizes, *column_sizes)
    return result.reshape(shape), [*batch, *rows, *columns]


def _product(sizes: Sequence[int]) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result


def _on_diagonals(
    xp: ModuleType, x: Any, labels: Labels, result_labels: Labels, sizes: dict[Any, int]
) -> Any:
    """Zeros but where all axes of a repeated label agree."""
    result = x
    order = list(labels)
    for label, count in Counter(result_labels).items():
        for _ in range(count - 1):
            axis = order.index(label)
            eye = xp.eye(sizes[label], dtype=x.dtype)
            shape = [1] * result.ndim + [sizes[label]]
            shape[axis] = sizes[label]
            result = result[..., None] * eye.reshape(shape)
            order.append(label)
    free = list(range(len(order)))
    axes = []
    for label in result_labels:
        axis = next(i for i in free if order[i] == label)
        free.remove(axis)
        axes.append(axis)
    return xp.transpose(result, axes)


# ---------------------------------------------------------------------------- gradient


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    inputs, output = _parsed(op.attr_value("equation"), len(op.inputs))

    def of_operand(position: int) -> Callable[[], Tensor]:
        others = [(inputs[i], op.inputs[i]) for i in range(len(inputs)) if i != position]
        return lambda: _operand_gradient(op.inputs[position], inputs[position], output, dy, others)

    return [of_operand(position) for position in range(len(inputs))]


def _operand_gradient(
    x: Tensor, subscripts: str, output: str, dy: Tensor, others: list[tuple[str, Tensor]]
) -> Tensor:
    known = set(output).union(*(text for text, _ in others))
    kept = "".join(
        letter for letter in dict.fromkeys(subscripts) if letter in known and letter != _DOTS
    )
    dots = _DOTS if _DOTS in output else ""
    terms, tensors = [output], [dy]
    for text, other in others:
        terms.append(text)
        tensors.append(raw.Conj(other) if other.dtype.is_complex else other)
    result = _applied(tensors, terms, dots + kept)
    if dots:
        # Axes of the ellipsis that x lacks, or has with size 1, met many elements.
        own_dots = _DOTS if _DOTS in subscripts else ""
        result = sum_to_shape_of(result, _applied([x], [subscripts], own_dots + kept))
        dots = own_dots
    if dots + kept == subscripts:
        return result
    if len(dots + kept) == len(subscripts):
        return _applied([result], [dots + kept], subscripts)
    # Ones have the labels that x alone had, and the diagonals of those that it repeats.
    return _applied([result, raw.OnesLike(x)], [dots + kept, subscripts], subscripts)


def _applied(tensors: Sequence[Tensor], inputs: Sequence[str], output: str) -> Tensor:
    equation = f"{','.join(inputs)}->{output}".replace(_DOTS, _ELLIPSIS)
    return raw.Einsum(list(tensors), equation=equation)


define(
    "Einsum",
    "inputs: N * T",
    "output: T",
    {"equation": attr("string"), "N": attr("int"), "T": types()},
    infer=_infer,
    kernel=_einsum,
    gradient=_gradient,
    traits=Trait.HEAVY,
)

# ---------------------------------------------------------------------------- public function

_EQUATION = re.compile(r"[a-zA-Z.,]*(->[a-zA-Z.]*)?")


def _resolved(equation: str, count: int) -> tuple[list[str], str]:
    """Subscripts of the inputs and of the output, which is in order of the alphabet where it is not
    given.

    Raises:
        ValueError: the equation is malformed or for another number of inputs.
    """
    text = equation.replace(" ", "")
    if not _EQUATION.fullmatch(text) or "." in text.replace(_ELLIPSIS, ""):
        raise ValueError(f"Subscripts have incorrect format: {equation}")
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != count:
        raise ValueError(f'Got {count} inputs for equation "{text}", expecting {len(inputs)}')
    letters = Counter(left.replace(_ELLIPSIS, "").replace(",", ""))
    if not arrow:
        right = _ELLIPSIS if _ELLIPSIS in left else ""
        right += "".join(sorted(letter for letter, times in letters.items() if times == 1))
    named = right.replace(_ELLIPSIS, "")
    if len(set(named)) != len(named) or right.count(_ELLIPSIS) > 1:
        raise ValueError(f"Output subscripts contain a label appearing more than once: {text}")
    for letter in named:
        if letter not in letters:
            raise ValueError(
                f"Output subscripts contain the label {letter} not present in the input subscripts."
            )
    return inputs, right


@public("einsum", "linalg.einsum")
def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Products and sums of tensors by labelled axes.

    `tf.einsum("ij,jk->ik", a, b)` is `sum_j a[i, j] * b[j, k]`: a label that the output lacks is
    summed, one that an input repeats takes its diagonal, and `...` stands for axes that broadcast.

    Args:
        equation: labels of the axes of each input, and after "->" those of the output. Without "->"
            the output has the labels that occur once, in order of the alphabet.
        *inputs: numeric tensors of one dtype.
        **kwargs: `name`, the name of the operation; `optimize`, how to find the order of more than
            two
            inputs: "greedy" (the default), "optimal", "branch-2", "branch-all" or "auto".

    Returns:
        Tensor of that dtype with the axes of the output's labels.

    Raises:
        ValueError: the equation is malformed or for another number of inputs.
        TypeError: an unknown keyword.
        InvalidArgumentError: a label has two sizes, or an input another rank.

    >>> tf.einsum("ij,jk->ik", tf.constant([[1, 2]]), tf.constant([[3], [4]])).numpy()
    array([[11]], dtype=int32)
    """
    if not isinstance(equation, str):
        raise TypeError(f"Expected string for argument 'equation' not {equation!r}.")
    name, optimize = kwargs.pop("name", None), kwargs.pop("optimize", "greedy")
    if kwargs:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. "
            "Valid arguments: name, optimize, greedy."
        )
    subscripts, output = _resolved(equation, len(inputs))
    with op_scope(name or "einsum"):
        hint = next((x.dtype for x in inputs if isinstance(x, Tensor)), None)
        tensors = [convert_to_tensor(x, dtype_hint=hint) for x in inputs]
        if len(tensors) <= 2:
            return raw.Einsum(tensors, equation=f"{','.join(subscripts)}->{output}")
        return _pairwise(tensors, subscripts, output, optimize)


def _pairwise(tensors: list[Tensor], subscripts: list[str], output: str, optimize: Any) -> Tensor:
    """Contracts two inputs at a time, those first that make the least work."""
    for pair in _order(tensors, subscripts, output, optimize):
        operands = [tensors[i] for i in pair]
        terms = [subscripts[i] for i in pair]
        tensors = [x for i, x in enumerate(tensors) if i not in pair]
        subscripts = [text for i, text in enumerate(subscripts) if i not in pair]
        needed = {*"".join(subscripts), *output}
        letters = dict.fromkeys("".join(terms).replace(".", ""))
        result = _ELLIPSIS if any(_ELLIPSIS in text for text in terms) else ""
        result += "".join(letter for letter in letters if letter in needed)
        if not tensors:
            result = output
        equation = f"{','.join(terms)}->{result}"
        tensors.append(raw.Einsum(operands, equation=equation))
        subscripts.append(result)
    return tensors[0]


def _order(
    tensors: Sequence[Tensor], subscripts: Sequence[str], output: str, optimize: Any
) -> list[tuple[int, ...]]:
    """Pairs of positions, each in the list that the pair before left, its result at the end."""
    import opt_einsum

    # Ellipses become letters of their own; sizes that are not known yet count as 2.
    taken = "".join([*subscripts, output])
    spare = [letter for letter in string.ascii_letters if letter not in taken]
    terms, shapes = [], []
    for text, x in zip(subscripts, tensors, strict=True):
        named = len(text.replace(_ELLIPSIS, ""))
        rank = named if x.shape.rank is None else x.shape.rank
        dots = "".join(spare[: max(rank - named, 0)])
        terms.append(text.replace(_ELLIPSIS, dots))
        sizes = [None] * rank if x.shape.rank is None else x.shape.as_list()
        shapes.append(tuple(2 if size is None else size for size in sizes))
    kept = {*output, *spare}
    letters = [letter for letter in dict.fromkeys("".join(terms)) if letter in kept]
    equation = f"{','.join(terms)}->{''.join(letters)}"
    later = range(len(tensors) - 1, 1, -1)
    in_a_row: list[tuple[int, ...]] = [(0, 1), *[(0, left - 1) for left in later]]
    try:
        path, _ = opt_einsum.contract_path(equation, *shapes, shapes=True, optimize=optimize)
    except (KeyError, TypeError, ValueError):
        # Axes of size 1 that broadcast, or shapes that do not fit, which the op will tell.
        return in_a_row
    return list(path) if all(len(pair) == 2 for pair in path) else in_a_row

"""Shape requirements: what the shape of each input of an op must be, declared beside the op.

    requires={"depth": "scalar"}                  a scalar; "vector" and "matrix" likewise
    requires={"input": "rank 4"}                  as many axes; "rank 1 or more" at least as many
    requires={"gradients": "shape of features"}   the shape of another input
    requires={"dy": "size of y"}                  as many elements as another input
    requires={"axis": "scalar while tracing"}     only inference checks it: TensorFlow's kernel takes more

The declaration is checked wherever the op is: by its inference while tracing, by its kernel in every executor
that runs it, and by the lowering to machine code for open sizes, where nothing may be left undecided. So no
executor accepts what another one refuses. What depends on values, such as index bounds, is left to kernels.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from stagelight.errors import InvalidArgumentError

# A shape that is known in part: an axis of unknown size is None, and so is a shape of unknown rank. In
# lowering sizes may be symbolic: these are equal or undecided.
PartialShape = Sequence[Any] | None

_RANKS = {"scalar": 0, "vector": 1, "matrix": 2}


class Requirement(NamedTuple):
    """What one input must be: a number of axes, or the shape or size of another input.

    `position` and `other` are places in a flat row of inputs; behind a list argument they count from the end.
    """

    name: str
    position: int
    rank: int | None
    or_more: bool
    other: int | None
    of_size: bool
    text: str
    only_traced: bool


def parse_requirements(
    texts: Mapping[str, str], inputs: Sequence[tuple[str, bool]]
) -> tuple[Requirement, ...]:
    """The requirements of a declaration.

    Args:
        texts: what is required, by the names of inputs.
        inputs: for each argument of the signature its name, and whether it is a list.

    Raises:
        ValueError: a text is in no form of the module's docstring, or names an input that is none or a list.
    """
    places: dict[str, int] = {}
    lists = [i for i, (_, is_list) in enumerate(inputs) if is_list]
    for i, (name, is_list) in enumerate(inputs):
        if not is_list and not (lists and lists[0] < i < lists[-1]):
            places[name] = i - len(inputs) if lists and i > lists[-1] else i
    return tuple(_parsed(name, text, places) for name, text in texts.items())


def _parsed(name: str, text: str, places: Mapping[str, int]) -> Requirement:
    if name not in places:
        raise ValueError(f"A requirement is declared for {name!r}, which is no single input.")
    words = text.removesuffix(" while tracing")
    only_traced = words != text
    place = places[name]
    if words in _RANKS:
        return Requirement(
            name, place, _RANKS[words], False, None, False, f"be a {words}", only_traced
        )
    found = re.fullmatch(r"rank (\d+)( or more)?", words)
    if found:
        or_more = found[2] is not None
        told = f"have rank {'at least ' if or_more else ''}{found[1]}"
        return Requirement(name, place, int(found[1]), or_more, None, False, told, only_traced)
    found = re.fullmatch(r"(shape|size) of (\w+)", words)
    if not found or found[2] not in places:
        raise ValueError(f"{text!r} is no requirement of an input.")
    told = f"have the {found[1]} of {found[2]}"
    of_size = found[1] == "size"
    return Requirement(name, place, None, False, places[found[2]], of_size, told, only_traced)


def check_shapes(requirements: Sequence[Requirement], shapes: Sequence[PartialShape]) -> None:
    """Checks what is known of the inputs' shapes, in one flat row.

    Raises:
        InvalidArgumentError: a shape does not meet its requirement.
    """
    for requirement in requirements:
        shape = shapes[requirement.position]
        if shape is None:
            continue
        if requirement.rank is not None:
            rank = len(shape)
            if rank < requirement.rank or (rank > requirement.rank and not requirement.or_more):
                raise _refused(requirement, shape)
            continue
        assert requirement.other is not None
        other = shapes[requirement.other]
        if other is not None and _differ(requirement, shape, other):
            raise _refused(requirement, shape, other)


def _differ(requirement: Requirement, shape: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two shapes or sizes cannot be the same."""
    if requirement.of_size:
        if not all(isinstance(size, int) for size in (*shape, *other)):
            return False
        return math.prod(shape) != math.prod(other)
    return len(shape) != len(other) or any(
        isinstance(a, int) and isinstance(b, int) and a != b
        for a, b in zip(shape, other, strict=True)
    )


def first_undecided(
    requirements: Sequence[Requirement], shapes: Sequence[Sequence[Any]]
) -> Requirement | None:
    """The first requirement that symbolic sizes may or may not meet."""
    for requirement in requirements:
        if requirement.other is not None:
            shape, other = shapes[requirement.position], shapes[requirement.other]
            if tuple(shape) != tuple(other):
                return requirement
    return None


def _refused(
    requirement: Requirement, shape: Sequence[Any], other: Sequence[Any] | None = None
) -> InvalidArgumentError:
    received = f"{_shape_text(shape)}"
    if other is not None:
        received += f" and {_shape_text(other)}"
    message = f"{requirement.name} must {requirement.text}, but got shape {received}"
    return InvalidArgumentError(None, None, message)


def _shape_text(shape: Sequence[Any]) -> str:
    return "[" + ",".join("?" if size is None else str(size) for size in shape) + "]"


def checked_kernel(
    kernel: Callable[..., Any], requirements: Sequence[Requirement]
) -> Callable[..., Any]:
    """The kernel behind a check of its arrays' shapes."""
    required = [x for x in requirements if not x.only_traced]
    if not required:
        return kernel
    # Most ops require some numbers of axes and no more, which is quick to see.
    are_ranks = all(x.rank is not None and not x.or_more for x in required)
    ranks = tuple((x.position, x.rank) for x in required) if are_ranks else ()

    def checked(xp: ModuleType, *arrays: Any, **attrs: Any) -> Any:
        if not are_ranks:
            check_shapes(required, [array.shape for array in arrays])
        for position, rank in ranks:
            if arrays[position].ndim != rank:
                check_shapes(required, [array.shape for array in arrays])
        return kernel(xp, *arrays, **attrs)

    return checked


def checked_inference(
    infer: Callable[..., Any], requirements: Sequence[Requirement]
) -> Callable[..., Any]:
    """The inference behind a check of what is known of its tensors' shapes."""

    def checked(*inputs: Any, **attrs: Any) -> Any:
        flat = [x for value in inputs for x in (value if isinstance(value, list) else (value,))]
        check_shapes(requirements, [_known_shape(x) for x in flat])
        return infer(*inputs, **attrs)

    return checked


def _known_shape(tensor: Any) -> PartialShape:
    shape = tensor.shape
    return None if shape.rank is None else shape.as_list()

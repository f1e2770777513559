"""What tapes that look alike share: their form, as a key, and as guards.

A form is a row of facts: the ops and attrs that were recorded, which tensors they took, shapes and dtypes,
and small integers, which are axes and sizes, by value; then what is differentiated, by what. Over tapes of
one form the walk calls the same kernels.

Computing the facts takes as long as many kernels. `FormGuards` has them as straight-line code, which takes a
tape apart and looks at each fact once: a fifth of the time.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from stagelight.autodiff.backward import Record
from stagelight.core.dispatch import LARGE
from stagelight.core.guards import Guards, row
from stagelight.core.tensor import EagerTensor
from stagelight.types.dtypes import DType, variant
from stagelight.types.shapes import TensorShape

# Integers of so few elements are taken for axes and sizes.
_SMALL = 8

_ATTR_TYPES = frozenset({int, bool, str, bytes, type(None), TensorShape})


class NoForm(Exception):
    """A tape has something of its own."""


class Form:
    """What a tape shares with others, and its own tensors.

    Attributes:
        key: equal for tapes over which the walk calls the same kernels.
        tensors: what `key` has numbers for.
        computed: the numbers of the outputs; `key` has their shapes, never their values.

    Raises:
        NoForm: the tape has something of its own.
    """

    def __init__(
        self,
        records: Sequence[Record],
        seeds: Sequence[tuple[Any, Any]],
        sources: Sequence[Any],
        followed: Container[int],
    ) -> None:
        self.tensors: list[Any] = []
        self.computed: set[int] = set()
        self._numbers: dict[int, int] = {}
        self._followed = followed
        numbers, tensors = self._numbers, self.tensors
        facts: list[Any] = []
        for op_def, inputs, attrs, outputs in records:
            facts.append(op_def)
            facts.append(_of_attrs(attrs))
            for x in inputs:
                number = numbers.get(id(x))
                facts.append(self._described(x) if number is None else number)
            for y in outputs:
                if type(y) is not EagerTensor or y._array.size >= LARGE or y._dtype is variant:
                    raise NoForm
                numbers[id(y)] = len(tensors)
                self.computed.add(len(tensors))
                tensors.append(y)
                facts.append(y._array.shape)
        for target, seed in seeds:
            number = numbers.get(id(target))
            if number is None:
                raise NoForm
            facts.append(number)
            number = numbers.get(id(seed))
            if seed is None or number is not None:
                facts.append(number)
            else:
                facts.append(self._described(seed))
        facts += [numbers.get(id(source)) for source in sources]
        self.key = tuple(facts)

    def _described(self, x: Any) -> tuple[Any, ...]:
        """Numbers a tensor that no application gave, and says what it is."""
        if type(x) is not EagerTensor:
            raise NoForm
        array, dtype = x._array, x._dtype
        self._numbers[id(x)] = len(self.tensors)
        self.tensors.append(x)
        if is_size(x):
            return id(dtype), array.shape, array.tobytes()
        if array.size >= LARGE or dtype is variant:
            raise NoForm
        return id(dtype), array.shape, id(x) in self._followed


def is_size(tensor: EagerTensor) -> bool:
    """Whether a tensor may be an axis or a size, and so belongs to the form by its value."""
    return tensor._dtype.is_integer and tensor._array.size <= _SMALL


def _of_attrs(attrs: Mapping[str, Any]) -> tuple[Any, ...]:
    """The facts of attrs: names and values, one after the other."""
    if not attrs:
        return ()
    facts: list[Any] = []
    for name, value in attrs.items():
        facts.append(name)
        facts.append(_of_attr(value))
    return tuple(facts)


def _of_attr(value: Any) -> Any:
    kind = type(value)
    if kind in _ATTR_TYPES:
        return value
    if kind is DType:
        return kind, id(value)
    if kind is float:
        return repr(value)  # The zeros differ, NaN does not.
    if kind is list or kind is tuple:
        return tuple(map(_of_attr, value))
    raise NoForm


class FormGuards(Guards):
    """The facts of a form as guards: the function returns None for tapes of another form.

    The tape is given as `records`, `seeds`, `sources` and `followed`. After the guards its tensors are
    `t0`, `t1`, ..., by their numbers. For `v * v`, where `v` was read once, they are

        try:
            ((_, (t0,), attrs0, (t1,)), (_, (x1, x2), attrs1, (t2,)),) = records
            if attrs0 is not same0 and of_attrs(attrs0) != equal0 or t0._dtype is not ...: return None
            if attrs1 is not same1 and ... or x1 is not t1 or x2 is not t1 or t2._array.shape != (2,): ...
            ((y0, dy0),) = seeds
            if y0 is not t2 or dy0 is not None: return None
            (s0,) = sources
            if s0 is not t0: return None
        except UNLIKE:
            return None

    The ops are not asked for: who asks looks tapes up by them.

    Args:
        namespace: the globals of the function.
    """

    def __init__(
        self,
        form: Form,
        records: Sequence[Record],
        seeds: Sequence[tuple[Any, Any]],
        sources: Sequence[Any],
        namespace: dict[str, Any],
    ) -> None:
        parameters = ["records", "seeds", "sources", "followed"]
        super().__init__(parameters, "None", {**namespace, "of_attrs": _of_attrs}, _UNLIKE)
        self._facts = iter(form.key)
        self._tensors = form.tensors
        self._count = 0
        # Followed tensors that only identity tells apart: numbers by dtype and shape.
        self._alike: dict[Any, list[int]] = {}
        self._brought: set[int] = set()
        patterns, conditions = [], []
        for i, (_, inputs, attrs, outputs) in enumerate(records):
            next(self._facts)  # the op
            asked = [self._of_attrs(f"attrs{i}", attrs)]
            taken = [self._of_input(f"x{i}_{k}", asked) for k in range(len(inputs))]
            given = [self._of_output(asked) for _ in outputs]
            patterns.append(f"(_, {row(taken)}, attrs{i}, {row(given)})")
            conditions.append(asked)
        self.assign(row(patterns), "records")
        for asked in conditions:
            self.reject(*asked)
        self._reject_aliases()
        self._take_seeds(len(seeds))
        self._take_sources(len(sources))

    def _of_attrs(self, name: str, attrs: Mapping[str, Any]) -> str:
        same, equal = self.constant(attrs), self.constant(next(self._facts))
        return f"{name} is not {same} and of_attrs({name}) != {equal}"

    def _of_input(self, name: str, asked: list[str]) -> str:
        """The name that an input or seed is taken by; adds what is asked of it."""
        fact = next(self._facts)
        if fact is None or type(fact) is int:
            asked.append(f"{name} is not {None if fact is None else f't{fact}'}")
            return name
        number, name = self._next_tensor()
        asked.append(self.is_not(f"{name}._dtype", self._tensors[number]._dtype))
        _, shape, known = fact
        asked.append(self.differs(f"{name}._array.shape", shape))
        if type(known) is bytes:
            asked.append(self.differs(f"{name}._array.tobytes()", known))
            return name
        asked.append(f"id({name}) {'not in' if known else 'in'} followed")
        if known:
            self._brought.add(number)
            self._note_followed(number)
        return name

    def _of_output(self, asked: list[str]) -> str:
        """The name that an output is taken by; adds what is asked of it."""
        number, name = self._next_tensor()
        asked.append(self.differs(f"{name}._array.shape", next(self._facts)))
        self._note_followed(number)
        return name

    def _next_tensor(self) -> tuple[int, str]:
        self._count += 1
        return self._count - 1, f"t{self._count - 1}"

    def _note_followed(self, number: int) -> None:
        tensor = self._tensors[number]
        self._alike.setdefault((id(tensor._dtype), tensor._array.shape), []).append(number)

    def _reject_aliases(self) -> None:
        """Rejects a tensor from outside that is one of the others: gradients would come together there.

        Tensors that are not followed are none of those that are, and need not be told from each other.
        """
        for numbers in self._alike.values():
            if len(numbers) > 1 and not self._brought.isdisjoint(numbers[1:]):
                ids = ", ".join(f"id(t{number})" for number in numbers)
                self.reject(f"len({{{ids}}}) != {len(numbers)}")

    def _take_seeds(self, count: int) -> None:
        asked: list[str] = []
        patterns = []
        for i in range(count):
            asked.append(f"y{i} is not t{next(self._facts)}")
            patterns.append(f"(y{i}, {self._of_input(f'dy{i}', asked)})")
        self.assign(row(patterns), "seeds")
        self.reject(*asked)

    def _take_sources(self, count: int) -> None:
        numbers = [next(self._facts) for _ in range(count)]
        self.assign(row([f"s{i}" for i in range(count)]), "sources")
        if None in numbers:
            known = row([f"t{number}" for number in range(self._count)])
            self.assign("known", f"{{*map(id, {known})}}")
        self.reject(
            *[
                f"s{i} is not t{number}" if number is not None else f"id(s{i}) in known"
                for i, number in enumerate(numbers)
            ]
        )


# What guards meet in a tape that is of another form.
_UNLIKE = (ValueError, TypeError, AttributeError, NoForm)

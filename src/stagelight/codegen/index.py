"""Index arithmetic: integer polynomials over loop variables, sizes and computed integers.

An index is a Python int where it is known, else a `Polynomial`. Both take `+`, `-` and `*`, and stay
in one normal form, so that equal indices compare equal and the step of an access along a loop can be
read off (`coefficient`).

Polynomials over sizes can be compared with `<`, divided with `//`, and taken as conditions, where the answer
is the same for all sizes; else that raises `Undecided`. `==` asks whether they are written the same.

What no polynomial says, such as half of a size, is a size of its own (`floor_quotient`): the entry computes
it, and proofs know what it was divided from.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Index: TypeAlias = "int | Polynomial"

# The same for sizes, which are numbers wherever a program is made for one shape: there they are used as such.
Extent: TypeAlias = Any

# The least and the greatest value of a size.
_Bounds = tuple[int, "int | None"]

# Of so many sizes with two bounds a proof looks at all corners.
_MOST_BOUNDED = 8

# A product of atoms, sorted; the empty product is the constant term.
_Monomial = tuple[Any, ...]


_serials = itertools.count()


class Symbol:
    """An integer that is known when the code runs: the counter of a loop, or a size.

    Attributes:
        serial: above that of each symbol made before.
    """

    __slots__ = ("name", "serial")

    def __init__(self, name: str) -> None:
        self.name = name
        self.serial = next(_serials)

    def __repr__(self) -> str:
        return self.name


class Size(Symbol):
    """A size that is known when the program is called.

    Attributes:
        least, most: between these it is; None is no bound. The entry sees to it where arrays do not.
        quotients: those of this program's sizes, in the order in which they follow from each other.
        seen: what it was in the calls that the program is made after.
    """

    __slots__ = ("least", "most", "quotients", "seen")

    def __init__(
        self,
        name: str,
        quotients: list[Quotient] | None = None,
        bounds: _Bounds = (1, None),
        seen: Sequence[int] = (),
    ) -> None:
        super().__init__(name)
        self.least, self.most = bounds
        self.quotients: list[Quotient] = [] if quotients is None else quotients
        self.seen = tuple(seen)


class Quotient(Size):
    """A size that is `dividend // divisor`.

    Attributes:
        dividend: a polynomial over sizes.
        divisor: 2 or more.
        remainder: what the division leaves over. It is in proofs only.
    """

    __slots__ = ("dividend", "divisor", "remainder")

    def __init__(
        self, dividend: Polynomial, divisor: int, quotients: list[Quotient], bounds: _Bounds
    ) -> None:
        seen = [value // divisor for value in values_seen(dividend)]
        super().__init__(f"q{len(quotients)}", quotients, bounds, seen)
        self.dividend = dividend
        self.divisor = divisor
        self.remainder = Size(f"{self.name}_left", quotients, (0, divisor - 1))


class Undecided(ValueError):
    """What is asked for is not the same for all sizes."""


class Polynomial:
    """A sum of products of atoms with integer factors. Atoms are symbols or integer expressions."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: dict[_Monomial, int]) -> None:
        self.terms = terms
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __add__(self, other: Index) -> Index:
        return _normal(_sum_of_terms(self.terms, _terms(other)))

    __radd__ = __add__

    def __neg__(self) -> Index:
        return Polynomial({key: -factor for key, factor in self.terms.items()})

    def __sub__(self, other: Index) -> Index:
        return self + -other

    def __rsub__(self, other: Index) -> Index:
        return -self + other

    def __mul__(self, other: Index) -> Index:
        if isinstance(other, int):
            if other == 0:
                return 0
            return Polynomial({key: factor * other for key, factor in self.terms.items()})
        product: dict[_Monomial, int] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                key = tuple(sorted((*left, *right), key=_order))
                product[key] = product.get(key, 0) + a * b
        return _normal(product)

    __rmul__ = __mul__

    def __lt__(self, other: Index) -> bool:
        return not self >= other

    def __le__(self, other: Index) -> bool:
        return other - self >= 0

    def __gt__(self, other: Index) -> bool:
        return not self <= other

    def __ge__(self, other: Index) -> bool:
        difference = self - other
        if is_nonnegative(difference):
            return True
        if is_nonnegative(-1 - difference):
            return False
        raise Undecided(f"whether {self} is at least {other}")

    def __floordiv__(self, other: Index) -> Index:
        return _quotient(self, other)

    def __rfloordiv__(self, other: Index) -> Index:
        return _quotient(other, self)

    def __bool__(self) -> bool:
        return self >= 1

    def __repr__(self) -> str:
        return index_text(self)


def _order(item: Any) -> tuple[bool, int]:
    """The place of an atom in a product: symbols by age, so that programs made alike have the same text."""
    return (False, item.serial) if isinstance(item, Symbol) else (True, id(item))


def is_nonnegative(index: Index) -> bool:
    """Whether an index over sizes alone is shown to be 0 or more, from what is known of each size."""
    if isinstance(index, int):
        return index >= 0
    if not all(isinstance(item, Size) for item in atoms(index)):
        return False
    return any(map(_is_nonnegative_as_written, _forms(index)))


def _is_nonnegative_as_written(index: Index) -> bool:
    """Whether the factors show it: at all corners of what has two bounds, for all values of the others."""
    bounded = [item for item in atoms(index) if item.most is not None]
    is_straight = all(coefficient(index, item) is not None for item in bounded)
    if len(bounded) > _MOST_BOUNDED or not is_straight:
        return False
    more = {item: atom(item) + item.least for item in atoms(index) if item.most is None}
    return all(
        factor >= 0
        for corner in _corners(substitute(index, more))
        for factor in _terms(corner).values()
    )


def _corners(index: Index) -> Iterator[Any]:
    """The index where each size in it that has two bounds is at one of them."""
    bounded = [item for item in atoms(index) if item.most is not None]
    for corner in itertools.product(*((item.least, item.most) for item in bounded)):
        yield substitute(index, dict(zip(bounded, corner, strict=True)))


def _forms(index: Index) -> Iterator[Index]:
    """The index, and the same with what was divided written by its quotients."""
    yield index
    for quotient in _quotients_behind(index):
        divided = _divided(quotient)
        if divided is not None and divided[0] in atoms(index):
            yield from _forms(substitute(index, dict([divided])))


def _quotients_behind(index: Index) -> list[Quotient]:
    """The quotients in an index, and those that they follow from."""
    found: list[Quotient] = []
    waiting = [index]
    while waiting:
        for item in atoms(waiting.pop()):
            if isinstance(item, Quotient) and item not in found:
                found.append(item)
                waiting.append(item.dividend)
    return found


def _divided(quotient: Quotient) -> tuple[Size, Index] | None:
    """The size that was divided, and what it is by its quotient, if the dividend is a size and a number."""
    others = {key: factor for key, factor in quotient.dividend.terms.items() if key}
    if list(others.values()) != [1] or quotient.most is not None:
        return None
    ((key, _),) = others.items()
    if len(key) != 1:
        return None
    (size,) = key
    rest = quotient.dividend - atom(size)
    return size, atom(quotient) * quotient.divisor + atom(quotient.remainder) - rest


def floor_quotient(index: Index, divisor: int) -> Index:
    """`index // divisor`: where that is no polynomial, a size of its own is in it.

    Such a size is taken to be 1 or more, and the entry gives up where it is not, unless it is shown that it
    varies by little, as a remainder does.
    """
    if isinstance(index, int):
        return index // divisor
    bounds = _bounds(index)
    if bounds is not None and bounds[0] >= 0:
        least, most = (bound // divisor for bound in bounds)
        return least if least == most else atom(_quotient_of(index, divisor, (least, most)))
    whole: Index = 0
    for key, factor in _terms(index).items():
        if not key or factor % divisor == 0:
            whole = whole + Polynomial({key: factor // divisor})
    rest = index - whole * divisor
    if isinstance(rest, int):
        return whole + rest // divisor
    if all(factor < 0 for key, factor in rest.terms.items() if key):
        return whole - floor_quotient(divisor - 1 - rest, divisor)
    quotient = atom(_quotient_of(rest, divisor, (1, None)))
    if any(value < 1 for value in values_seen(quotient)):
        raise Undecided(f"whether {rest} is at least {divisor}")
    return whole + quotient


def _quotient_of(dividend: Polynomial, divisor: int, bounds: _Bounds) -> Quotient:
    """The size that is a quotient, always the same one."""
    quotients = next(iter(atoms(dividend))).quotients
    for other in quotients:
        if (other.dividend, other.divisor) == (dividend, divisor):
            return other
    quotients.append(Quotient(dividend, divisor, quotients, bounds))
    return quotients[-1]


def _bounds(index: Index) -> tuple[int, int] | None:
    """The least and the greatest value of what varies by little: None of other indices."""
    for form in _forms(index):
        if all(item.most is not None for item in atoms(form)):
            values = list(_corners(form))
            return min(values), max(values)
    return None


def require_at_least(index: Index, least: int) -> None:
    """Lets programs hold only where an index is so much, which the entry sees to.

    Raises:
        Undecided: it was less, or that does not follow from a bound of one size.
    """
    if is_nonnegative(index - least):
        return
    sizes = atoms(index)
    if len(sizes) == 1 and all(value >= least for value in values_seen(index)):
        (size,) = sizes
        factor = coefficient(index, size)
        if isinstance(factor, int) and factor > 0 and size.most is None:
            rest = least - substitute(index, {size: 0})
            size.least = max(size.least, -(-rest // factor))
            return
        # A quotient's upper bound is proved, not asked of the entry.
        if isinstance(factor, int) and factor < 0 and not isinstance(size, Quotient):
            most = (substitute(index, {size: 0}) - least) // -factor
            size.most = most if size.most is None else min(size.most, most)
            return
    raise Undecided(f"whether {index} is at least {least}")


def is_at_least(index: Index, least: int) -> bool:
    """Whether an index is so much; if not for all sizes, programs hold only where it is as it was."""
    try:
        return bool(index >= least)
    except Undecided:
        require_at_least(index, least)
        return True


def values_seen(index: Index) -> list[Any]:
    """What an index over sizes was in the calls that the program is made after; none of a number."""
    sizes = atoms(index)
    calls = zip(*(size.seen for size in sizes), strict=True)
    return [substitute(index, dict(zip(sizes, values, strict=True))) for values in calls]


def _quotient(index: Index, divisor: Index) -> Index:
    """The quotient, where the division leaves nothing over."""
    divisors = list(_terms(divisor).items())
    if len(divisors) == 1:
        ((key, factor),) = divisors
        total: Index = 0
        for term, count in _terms(index).items():
            rest = list(term)
            for item in key:
                if item in rest:
                    rest.remove(item)
                else:
                    break
            else:
                if count % factor == 0:
                    total = total + Polynomial({tuple(rest): count // factor})
                    continue
            break
        else:
            return total
    if index == divisor:
        return 1
    raise Undecided(f"{index} // {divisor}")


def index_text(index: Index, name: Callable[[Any], str] = repr) -> str:
    """The index as text, with `name` for its atoms."""
    if isinstance(index, int):
        return str(index)
    text = ""
    for key, factor in sorted(index.terms.items(), key=lambda term: not term[0]):
        product = "*".join(map(name, key))
        size = (
            str(abs(factor))
            if not key
            else product
            if abs(factor) == 1
            else f"{product}*{abs(factor)}"
        )
        text += (
            (" - " if factor < 0 else " + ") + size if text else ("-" if factor < 0 else "") + size
        )
    return text


def _terms(index: Index) -> dict[_Monomial, int]:
    if isinstance(index, int):
        return {(): index} if index else {}
    return index.terms


def _sum_of_terms(a: Mapping[_Monomial, int], b: Mapping[_Monomial, int]) -> dict[_Monomial, int]:
    total = dict(a)
    for key, factor in b.items():
        total[key] = total.get(key, 0) + factor
    return total


def _normal(terms: dict[_Monomial, int]) -> Index:
    kept = {key: factor for key, factor in terms.items() if factor}
    if not kept:
        return 0
    if len(kept) == 1 and () in kept:
        return kept[()]
    return Polynomial(kept)


def atom(value: Any) -> Polynomial:
    """The index that is one atom."""
    return Polynomial({(value,): 1})


def atoms(index: Index) -> set[Any]:
    """All atoms of an index."""
    if isinstance(index, int):
        return set()
    return {item for key in index.terms for item in key}


def coefficient(index: Index, symbol: Symbol) -> Index | None:
    """The step of an index along a symbol: what it grows by when the symbol grows by one.

    None when there is no fixed step: products of the symbol with itself.
    """
    if isinstance(index, int):
        return 0
    found: dict[_Monomial, int] = {}
    for key, factor in index.terms.items():
        count = key.count(symbol)
        if count > 1:
            return None
        if count:
            rest = list(key)
            rest.remove(symbol)
            found[tuple(rest)] = factor
    return _normal(found)


def substitute(index: Index, values: Mapping[Any, Index]) -> Index:
    """The index with atoms replaced."""
    if isinstance(index, int) or not any(item in values for key in index.terms for item in key):
        return index
    total: Index = 0
    for key, factor in index.terms.items():
        product: Index = factor
        for item in key:
            product = product * values.get(item, atom(item))
        total = total + product
    return total


def row_major_strides(sizes: tuple[Extent, ...]) -> tuple[Extent, ...]:
    """The step of each axis of a contiguous array, in elements."""
    strides: list[Index] = []
    step: Index = 1
    for size in reversed(sizes):
        strides.append(step)
        step = step * size
    return tuple(reversed(strides))


def place_of(indices: Sequence[Index], strides: Sequence[Extent], start: Index = 0) -> Index:
    """Where the element at some indices stands, by the step of each axis and the place of the first."""
    total = start
    for index, stride in zip(indices, strides, strict=True):
        total = total + index * stride
    return total

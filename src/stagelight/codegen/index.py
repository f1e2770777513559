"""Index arithmetic: integer polynomials over loop variables, sizes and computed integers.

An index is a Python int where it is known, else a `Polynomial`. Both take `+`, `-` and `*`, and stay
in one normal form, so that equal indices compare equal and the step of an access along a loop can be
read off (`coefficient`).

Polynomials over sizes can be compared with `<`, divided with `//`, and taken as conditions, where the answer
is the same for all sizes; else that raises `Undecided`. `==` asks whether they are written the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Index: TypeAlias = "int | Polynomial"

# The same for sizes, which are numbers wherever a program is made for one shape: there they are used as such.
Extent: TypeAlias = Any

# A product of atoms, sorted; the empty product is the constant term.
_Monomial = tuple[Any, ...]


class Symbol:
    """An integer that is known when the code runs: the counter of a loop, or a size."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Size(Symbol):
    """A size that is known when the program is called; 1 at least."""

    __slots__ = ()


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
                key = tuple(sorted((*left, *right), key=id))
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


def is_nonnegative(index: Index) -> bool:
    """Whether an index over sizes alone is shown to be 0 or more, since all sizes are 1 or more."""
    if isinstance(index, int):
        return index >= 0
    more = {item: atom(item) + 1 for item in atoms(index)}
    return all(isinstance(item, Size) for item in more) and all(
        factor >= 0 for factor in _terms(substitute(index, more)).values()
    )


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

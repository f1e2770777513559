"""`Hints`: what is known of an operator, and what follows for those that are made of it.

A hint is True, False, or None where nothing is known. What is derived holds for all matrices of that
kind; a hint of the program that contradicts it is a ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

NAMES = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


@dataclass(frozen=True)
class Hints:
    """What is known of an operator."""

    is_non_singular: bool | None = None
    is_self_adjoint: bool | None = None
    is_positive_definite: bool | None = None
    is_square: bool | None = None

    @classmethod
    def of(cls, operator: Any) -> Hints:
        """The hints of an operator."""
        return cls(*(getattr(operator, name) for name in NAMES))

    @property
    def given(self) -> dict[str, Any]:
        """The hints as keyword arguments."""
        return {name: getattr(self, name) for name in NAMES}

    def being(self, name: str, value: bool, message: str) -> Hints:
        """With a hint that holds; ValueError with the message where the opposite was given."""
        given = getattr(self, name)
        if given is not None and bool(given) is not value:
            raise ValueError(f"{message} Received {name}={given!r}.")
        return replace(self, **{name: value})

    def shared_with(self, operator: Any, relation: str) -> Hints:
        """With the hints of an operator that has all properties in common: its adjoint or inverse."""
        hints = self
        for name in NAMES:
            known = getattr(operator, name)
            if known is not None:
                property_name = name.removeprefix("is_").replace("_", "-")
                message = f"An operator is {property_name} if and only if its {relation} is."
                hints = hints.being(name, bool(known), message)
        return hints

    def completed(self) -> Hints:
        """With what follows: positive definite is non-singular, non-singular and self-adjoint are square."""
        hints = self
        if hints.is_positive_definite:
            hints = hints.being(
                "is_non_singular", True, "A positive definite matrix is always non-singular."
            )
        if hints.is_non_singular:
            hints = hints.being("is_square", True, "A non-singular matrix is always square.")
        if hints.is_self_adjoint:
            hints = hints.being("is_square", True, "A self-adjoint matrix is always square.")
        return hints


def of_all(hints: Hints, operators: Any, names: tuple[str, ...], combination: str) -> Hints:
    """With each hint that all of the operators have, which their combination then has too."""
    for name in names:
        if all(getattr(operator, name) for operator in operators):
            property_name = name.removeprefix("is_").replace("_", "-")
            message = f"The {combination} of {property_name} operators is always {property_name}."
            hints = hints.being(name, True, message)
    return hints


def both_non_singular(left: Any, right: Any) -> bool | None:
    """Whether a product is non-singular: where both factors are, and never where one is not."""
    if left.is_non_singular is False or right.is_non_singular is False:
        return False
    return True if left.is_non_singular and right.is_non_singular else None


def of_commuting(left: Any, right: Any) -> Hints:
    """The hints of a product of square operators that commute."""
    self_adjoint = None
    if left.is_self_adjoint and right.is_self_adjoint:
        self_adjoint = True
    elif {left.is_self_adjoint, right.is_self_adjoint} == {True, False}:
        self_adjoint = False
    positive = all(x.is_positive_definite and x.is_self_adjoint for x in (left, right))
    return Hints(both_non_singular(left, right), self_adjoint, positive or None, True)


def of_product(left: Any, right: Any) -> Hints:
    """The hints of a product of any two operators."""
    square = _is_product_square(left, right)
    if square is False:
        return Hints(False, False, False, False)
    return Hints(both_non_singular(left, right) if square else None, is_square=square)


def _is_product_square(left: Any, right: Any) -> bool | None:
    if left.is_square and right.is_square:
        return True
    if left.is_square is False and right.is_square is False:
        rows, columns = left.range_dimension.value, right.domain_dimension.value
        return None if rows is None or columns is None else rows == columns
    if left.is_square is not None and right.is_square is not None:
        return False
    return None

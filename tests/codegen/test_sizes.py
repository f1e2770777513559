"""Sizes that are known when a program is called: what is proved of their quotients holds for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagelight.codegen.index import (
    Quotient,
    Size,
    Undecided,
    atom,
    atoms,
    floor_quotient,
    is_at_least,
    is_nonnegative,
    require_at_least,
    substitute,
)


def value_at(index, values):
    """An index where its sizes have some values; None where the program does not hold."""
    found = dict(values)
    for size in next(iter(values)).quotients:
        found[size] = substitute(size.dividend, found) // size.divisor
        if found[size] < size.least:
            return None
    return substitute(index, found)


def test_a_quotient_is_a_polynomial_where_that_is_exact():
    n = atom(Size("n"))
    assert floor_quotient(n * 4 + 8, 4) == n + 2
    assert floor_quotient(n * 4 + 9, 4) == n + 2
    assert floor_quotient(7, 2) == 3
    assert floor_quotient(n, 1) == n


def test_equal_quotients_are_one_size():
    n = atom(Size("n"))
    assert floor_quotient(n + 1, 2) == floor_quotient(n + 3, 2) - 1
    assert floor_quotient(-n, 2) == -floor_quotient(n + 1, 2)
    assert floor_quotient(n, 2) != floor_quotient(n, 3)


def test_what_a_division_leaves_over_is_known():
    n = atom(Size("n"))
    half = floor_quotient(n + 1, 2)
    assert is_nonnegative(half * 2 - n)
    assert is_nonnegative(n - half * 2 + 1)
    assert not is_nonnegative(half * 2 - n - 1)
    quarter = floor_quotient(half + 1, 2)
    assert is_nonnegative(quarter * 4 - n)
    assert is_nonnegative(n + 3 - quarter * 4)


def test_half_of_what_is_left_over_has_two_bounds():
    n = atom(Size("n"))
    count = floor_quotient(n + 2, 3)
    left = count * 3 - n  # 0, 1 or 2
    half = floor_quotient(left, 2)
    (size,) = atoms(half)
    assert (size.least, size.most) == (0, 1)
    assert is_nonnegative(1 - half)
    assert is_nonnegative(half)


def test_programs_hold_where_a_size_is_as_large_as_asked_for():
    size = Size("n", seen=(7, 9))
    n = atom(size)
    require_at_least(n - 2, 1)
    assert size.least == 3
    assert is_nonnegative(n - 3)
    assert is_at_least(n, 6)
    assert size.least == 6
    with pytest.raises(Undecided, match="whether n is at least 8"):
        require_at_least(n, 8)
    with pytest.raises(Undecided):
        require_at_least(n * atom(Size("m")), 20)


def test_there_is_no_quotient_that_was_zero():
    n = atom(Size("n", seen=(1, 5)))
    with pytest.raises(Undecided, match="whether n is at least 2"):
        floor_quotient(n, 2)
    assert isinstance(next(iter(atoms(floor_quotient(n + 1, 2)))), Quotient)


@given(
    st.lists(st.tuples(st.integers(-3, 6), st.integers(2, 4)), min_size=1, max_size=3),
    st.lists(st.integers(-4, 4), min_size=5, max_size=5),
    st.tuples(st.integers(1, 40), st.integers(1, 40)),
)
def test_what_is_proved_of_quotients_holds(divisions, factors, values):
    sizes = [Size("n", seen=()), Size("m", seen=())]
    sizes[1].quotients = sizes[0].quotients
    n, m = map(atom, sizes)
    terms, last = [n, m], n
    for more, divisor in divisions:
        last = floor_quotient(last + more, divisor)
        terms.append(last)
    index = factors[-1]
    for term, factor in zip(terms, factors, strict=False):
        index = index + term * factor
    if is_nonnegative(index):
        value = value_at(index, dict(zip(sizes, values, strict=True)))
        assert value is None or value >= 0


def test_products_are_written_by_the_age_of_their_sizes():
    kept = []
    for count in range(200):
        kept.append([object() for _ in range(count % 7)])  # so that addresses are in no order
        a, b = Size("a"), Size("b")
        assert str(atom(b) * atom(a)) == "a*b"

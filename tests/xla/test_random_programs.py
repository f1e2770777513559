"""Random programs give by XLA what they give on the host: ops, control flow, unknown sizes, gradients."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.runtime.test_random_graphs import KINDS, SIZES, check, codes, sizes


@KINDS
@SIZES
@settings(max_examples=6)
@given(codes, sizes)
def test_random_programs(is_known: bool, has_gradient: bool, row: list[int], size: Any) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient, executor="xla")


@pytest.mark.slow
@KINDS
@SIZES
@settings(max_examples=150)
@given(codes, sizes)
def test_many_random_programs(
    is_known: bool, has_gradient: bool, row: list[int], size: Any
) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient, executor="xla")

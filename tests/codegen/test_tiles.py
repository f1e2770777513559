"""Register tiles: of what sizes they are, and that products of all sizes come out right."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.llvm.tiles import _even_rows, column_blocks


@pytest.mark.parametrize("m, most, vectors, rows", [
    (32, 6, 2, 4),  # 5 and 6 rows would be two kinds of tiles
    (48, 6, 2, 6), (400, 6, 2, 5), (6, 6, 2, 6), (1, 6, 2, 0), (7, 6, 2, 0),
    (14, 6, 2, 0),  # 2 rows are too few sums at once
    (30, 10, 1, 10), (16, 10, 1, 8), (12, 10, 1, 0), (31, 6, 2, 0),
])  # fmt: skip
def test_tiles_are_alike_where_they_still_have_enough_sums(m, most, vectors, rows):
    assert _even_rows(m, most, vectors) == rows


@pytest.mark.parametrize(
    ("n", "vectors", "blocks"),
    [
        (96, 3, [(0, 2, 48)]),
        (128, 3, [(0, 2, 48), (96, 1, 32)]),
        (100, 3, [(0, 1, 48), (48, 1, 32), (80, 1, 20)]),  # 3, 2, 2 vectors, not 3, 3, 1
        (64, 3, [(0, 1, 32), (32, 1, 32)]),
        (10, 3, [(0, 1, 10)]),
        (48, 2, [(0, 1, 32), (32, 1, 16)]),
        (130, 8, [(0, 1, 80), (80, 1, 50)]),
    ],
)
def test_no_block_of_columns_has_a_single_vector_where_two_have_more(n, vectors, blocks):
    assert column_blocks(n, vectors, 16) == blocks


@pytest.mark.parametrize("rows", [1, 2, 5, 6, 7, 8, 12, 13, 28, 32, 33])
@pytest.mark.parametrize("columns", [1, 3, 8, 10, 16, 17, 24])
def test_products_of_all_sizes_are_right(rows, columns):
    generator = np.random.RandomState(rows * 100 + columns)
    a, b = generator.randint(-9, 9, (rows, 11)), generator.randint(-9, 9, (11, columns))
    with config.changed(executor="native"):
        staged = tf.function(lambda a, b: tf.matmul(a, b) + 1.0)
        result = staged(tf.constant(a, tf.float32), tf.constant(b, tf.float32))
    np.testing.assert_array_equal(result, a @ b + 1)

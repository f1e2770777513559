"""Diagonals, one or several packed as rows: machine code gives what the host gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

ALIGNMENTS = ["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"]


@pytest.mark.parametrize("align", ALIGNMENTS)
@pytest.mark.parametrize("k", [0, 2, -1, (0, 0), (-1, 1), (-2, 0), (1, 3), (-2, -1)])
@pytest.mark.parametrize("sizes", [(3, 4), (4, 4), (2, 5, 4)])
def test_diagonals(sizes, k, align, monkeypatch):
    def function(x):
        part = tf.linalg.diag_part(x * 2, k=k, padding_value=7.0, align=align)
        matrix = tf.linalg.diag(
            part, k=k, num_rows=sizes[-2], num_cols=sizes[-1], padding_value=-1.0, align=align
        )
        return part + 1, matrix, tf.linalg.set_diag(x, part, k=k, align=align)

    x = np.arange(1.0, np.prod(sizes) + 1).reshape(sizes).astype(np.float32)
    names = "MatrixDiagPartV3", "MatrixDiagV3", "MatrixSetDiagV3"
    expect_same(monkeypatch, function, [[x]], *names)


def test_the_main_diagonal_of_any_size(monkeypatch):
    def function(x):
        part = tf.linalg.diag_part(x * 2)
        return part + 1, tf.linalg.diag(part), tf.linalg.set_diag(x, part)

    calls = [
        [np.arange(float(n * m)).reshape(n, m).astype(np.float32)]
        for n, m in ((3, 3), (5, 5), (2, 2))
    ]
    names = "MatrixDiagPartV3", "MatrixDiagV3", "MatrixSetDiagV3"
    expect_same(monkeypatch, function, calls, *names, is_any_size=True)

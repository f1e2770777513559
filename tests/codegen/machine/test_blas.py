"""BLAS and LAPACK routines are reached by address."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from stagelight import errors
from stagelight.codegen.machine.blas import blas_symbol

INT, FLOAT = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_float)
TEXT, DATA = ctypes.c_char_p, ctypes.c_void_p


def test_sgemm_multiplies_matrices():
    generator = np.random.default_rng(0)
    a = np.asfortranarray(generator.random((3, 4), np.float32))
    b = np.asfortranarray(generator.random((4, 5), np.float32))
    c = np.zeros((3, 5), np.float32, order="F")
    sgemm = ctypes.CFUNCTYPE(
        None, TEXT, TEXT, INT, INT, INT, FLOAT, DATA, INT, DATA, INT, FLOAT, DATA, INT
    )(blas_symbol("sgemm"))
    number, scale = ctypes.c_int, ctypes.c_float
    sgemm(
        b"N", b"N", number(3), number(5), number(4),
        scale(2), a.ctypes.data, number(3), b.ctypes.data, number(4),
        scale(0), c.ctypes.data, number(3),
    )  # fmt: skip
    np.testing.assert_allclose(c, 2 * (a @ b), rtol=1e-6)


def test_dpotrf_factors_a_matrix():
    a = np.asfortranarray([[4.0, 2.0], [2.0, 3.0]])
    dpotrf = ctypes.CFUNCTYPE(None, TEXT, INT, DATA, INT, INT)(blas_symbol("dpotrf"))
    number, info = ctypes.c_int, ctypes.c_int(1)
    dpotrf(b"L", number(2), a.ctypes.data, number(2), info)
    assert info.value == 0
    np.testing.assert_allclose(np.tril(a), np.linalg.cholesky([[4.0, 2.0], [2.0, 3.0]]))


def test_a_routine_that_does_not_exist_is_named():
    with pytest.raises(errors.NotFoundError, match="'sgemmx'"):
        blas_symbol("sgemmx")

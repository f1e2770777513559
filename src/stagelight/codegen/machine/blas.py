"""SciPy's BLAS and LAPACK routines as addresses that generated code can call.

SciPy hands them out as C functions with Fortran's conventions: every argument is a pointer, matrices
are stored by columns, integers have 32 bits, and characters have no hidden lengths. The first symbol
loads `scipy.linalg`, about 0.2 s.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from stagelight import errors
from stagelight.codegen.machine.entry import capsule_address


@cache
def _capsules() -> Mapping[str, Any]:
    from scipy.linalg import cython_blas, cython_lapack

    return {**cython_lapack.__pyx_capi__, **cython_blas.__pyx_capi__}


@cache
def blas_symbol(name: str) -> int:
    """The address of a routine of BLAS or LAPACK, such as "sgemm" or "dpotrf".

    Raises:
        NotFoundError: SciPy has no routine of that name.
    """
    capsule = _capsules().get(name)
    if capsule is None:
        raise errors.NotFoundError(
            None, None, f"SciPy's BLAS and LAPACK have no routine of that name. Received {name!r}."
        )
    return capsule_address(capsule)

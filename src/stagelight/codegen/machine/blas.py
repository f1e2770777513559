"""SciPy's BLAS and LAPACK routines as addresses that generated code can call.

SciPy hands them out as C functions with Fortran's conventions: every argument is a pointer, matrices
are stored by columns, integers have 32 bits, and characters have no hidden lengths. The two modules that hold
them are loaded by their files: importing `scipy.linalg` around them takes 0.4 s.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

from stagelight import errors
from stagelight.codegen.machine.entry import capsule_address
from stagelight.types import dtypes

# The matrix products of BLAS, by dtype.
BLAS_ROUTINES = {dtypes.float32: "sgemm", dtypes.float64: "dgemm"}


@cache
def _capsules() -> Mapping[str, Any]:
    import scipy

    folder = os.path.join(scipy.__path__[0], "linalg")
    found: dict[str, Any] = {}
    for name in ("cython_lapack", "cython_blas"):
        spec = PathFinder.find_spec(f"scipy.linalg.{name}", [folder])
        if spec is None or spec.loader is None:
            raise errors.NotFoundError(None, None, f"SciPy has no module {name!r} in {folder}.")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        found |= module.__pyx_capi__
    return found


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

"""The machine code that makes tensors of many arrays: a Python call for each takes as long as the rest."""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.entry import c_symbols, fast_call
from stagelight.core.tensor import EagerTensor
from stagelight.types.dtypes import DType, float32

MakeTensor = Callable[[Any, DType], EagerTensor]


def tensor_maker() -> MakeTensor:
    """What makes the tensor of an array and its dtype: machine code if LLVM is loaded already."""
    return _compiled() if "llvmlite.binding" in sys.modules else EagerTensor


@functools.cache
def _compiled() -> MakeTensor:
    try:
        symbols = c_symbols()
        offsets = _offsets_of_fields()
        code = compile_module(
            _TEXT.format(**offsets), {**symbols, "tensor_type": id(EagerTensor)}, "quick"
        )
    except errors.UnimplementedError:  # no CPython, or objects that lie in another way
        return EagerTensor
    return fast_call(code.address("make_tensor"), "make_tensor", code)


def _offsets_of_fields() -> dict[str, int]:
    """Where in a tensor the pointers to its array and its dtype stand."""
    array = np.zeros(())
    tensor, fields = EagerTensor(array, float32), {"array": array, "dtype": float32}
    size = ctypes.sizeof(ctypes.c_void_p)
    count = EagerTensor.__basicsize__ // size
    words = list((ctypes.c_void_p * count).from_address(id(tensor)))
    found = {
        name: words.index(id(value)) * size for name, value in fields.items() if id(value) in words
    }
    if found.keys() != fields.keys():
        raise errors.UnimplementedError(None, None, "Tensors lie in memory in an unknown way.")
    return found


# Takes the array and the dtype. An object from `PyType_GenericAlloc` has zeros in all fields of its own.
_TEXT = """
@tensor_type = external global i8
declare ptr @PyType_GenericAlloc(ptr, i64)
declare void @Py_IncRef(ptr)

define ptr @make_tensor(ptr %self, ptr %args, i64 %argument_count) {{
entry:
  %tensor = call ptr @PyType_GenericAlloc(ptr @tensor_type, i64 0)
  %failed = icmp eq ptr %tensor, null
  br i1 %failed, label %done, label %made
made:
  %array = load ptr, ptr %args
  %dtype_place = getelementptr ptr, ptr %args, i64 1
  %dtype = load ptr, ptr %dtype_place
  call void @Py_IncRef(ptr %array)
  call void @Py_IncRef(ptr %dtype)
  %array_field = getelementptr i8, ptr %tensor, i64 {array}
  %dtype_field = getelementptr i8, ptr %tensor, i64 {dtype}
  store ptr %array, ptr %array_field
  store ptr %dtype, ptr %dtype_field
  br label %done
done:
  ret ptr %tensor
}}
"""

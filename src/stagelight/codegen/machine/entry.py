"""The way from Python into machine code, and from there to the C functions of Python and NumPy.

`fast_call` makes a Python function of an address: a call costs what one of CPython's own functions
costs, some 35 ns, where ctypes takes ten times as long. The code is handed Python objects. It reads
arrays at the offsets of `array_layout()` and calls C functions by the addresses of `c_symbols()`,
which go to the compiler as the symbols of the module. It runs with Python's lock held, and gives it
away itself (`PyEval_SaveThread`) around long work.

    define ptr @entry(ptr %self, ptr %args, i64 %count)      ; args: `count` borrowed references

returns a new reference, or null after setting an error (`PyErr_SetString`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from stagelight import errors

# Bits of an array's flags.
C_CONTIGUOUS = 0x0001
ALIGNED = 0x0100

_METH_FASTCALL = 0x0080
_NUMPY_ABI = 0x02000000

# Places in NumPy's table of C functions; they are the same in all of NumPy 2.
_NUMPY_TABLE = {
    "PyArray_Type": 2,
    "PyArray_DescrFromType": 45,
    "PyArray_CopyInto": 50,
    "PyArray_NewCopy": 85,
    "PyArray_NewFromDescr": 94,
    "PyArray_Zeros": 183,
    "PyArray_Empty": 184,
    "PyArray_SetBaseObject": 282,
    "PyDataMem_SetHandler": 304,
}

_PYTHON_FUNCTIONS = (
    "Py_IncRef", "Py_DecRef",
    "PyTuple_New", "PyTuple_SetItem", "PyTuple_GetItem", "PyList_New", "PyList_SetItem",
    "PyObject_Call", "PyObject_CallObject", "PyObject_Vectorcall", "PyObject_GetAttr",
    "PyObject_IsTrue", "PyType_GenericAlloc", "PyType_IsSubtype",
    "PyBool_FromLong", "PyLong_FromLongLong", "PyLong_AsLongLong", "PyFloat_FromDouble",
    "PyFloat_AsDouble", "PyBytes_FromStringAndSize",
    "PyErr_SetString", "PyErr_SetObject", "PyErr_Occurred", "PyErr_NoMemory",
    "PyErr_ExceptionMatches", "PyErr_Clear",
    "PyEval_SaveThread", "PyEval_RestoreThread", "PyGILState_Ensure", "PyGILState_Release",
    "PyMem_RawMalloc", "PyMem_RawCalloc", "PyMem_RawRealloc", "PyMem_RawFree",
)  # fmt: skip

# Variables: the address is where the pointer to the object, or the object itself, is.
_PYTHON_VARIABLES = (
    "PyExc_TypeError", "PyExc_ValueError", "PyExc_RuntimeError", "PyExc_MemoryError",
    "PyExc_OverflowError", "_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct",
    "PyTuple_Type", "PyFloat_Type", "PyLong_Type", "PyBool_Type",
)  # fmt: skip

_LIBRARY_FUNCTIONS = ("memcpy", "memmove", "memset", "memcmp")


class _MethodDef(ctypes.Structure):
    """CPython's `PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


# CPython may look at the flags of a function's definition just after the function's `self` is gone,
# and the definition with it. So definitions are used again, and never freed.
_spare_definitions: list[_MethodDef] = []
if sys.implementation.name == "cpython":
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_spare_definitions))


class EntrySelf:
    """What a function made by `fast_call` has as `__self__`: it keeps alive what the function needs.

    Attributes:
        owner: the object that was given with the address.
    """

    __slots__ = ("_definition", "_name", "owner")

    def __init__(self, address: int, name: str, owner: Any) -> None:
        self.owner = owner
        self._name = name.encode()
        try:
            self._definition = _spare_definitions.pop()
        except IndexError:
            self._definition = _MethodDef(flags=_METH_FASTCALL)
        self._definition.name = self._name
        self._definition.function = address

    def __del__(self, put_back: Callable[..., None] = _spare_definitions.append) -> None:
        put_back(self._definition)


def fast_call(address: int, name: str, owner: Any) -> Callable[..., Any]:
    """A Python function that runs the machine code at an address.

    Args:
        address: Of a function `ptr (ptr self, ptr args, i64 count)`, see above. `self` is an
            `EntrySelf`, not the owner.
        name: The function's `__name__`.
        owner: What must live as long as the function: the compiled module, constants, a Python
            function to fall back to.

    Raises:
        UnimplementedError: this Python is not CPython.
    """
    holder = EntrySelf(address, name, owner)
    make = _c_function(
        "PyCFunction_NewEx", ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
    )
    function: Callable[..., Any] = make(ctypes.addressof(holder._definition), holder, None)
    return function


def _python_api() -> ctypes.PyDLL:
    if sys.implementation.name != "cpython":
        raise errors.UnimplementedError(
            None,
            None,
            "Calling machine code needs CPython's C functions. "
            f"Received the Python implementation {sys.implementation.name!r}.",
        )
    return ctypes.pythonapi


@cache
def _c_function(name: str, result: Any, *arguments: Any) -> Any:
    """One of Python's C functions. Those of `ctypes.pythonapi` are shared: their types are not ours."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, _python_api()))


class RawMemory:
    """A pointer that generated code lets point to memory of `PyMem_RawMalloc`; frees that memory at its end.

    It stands outside of compiled modules: in a cycle that is collected, they may be gone first.

    Attributes:
        address: where the pointer is.
    """

    __slots__ = ("_pointer", "address")

    def __init__(self) -> None:
        self._pointer = ctypes.c_void_p()
        self.address = ctypes.addressof(self._pointer)

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if not is_finalizing():  # a thread may still be in the code
            _c_function("PyMem_RawFree", None, ctypes.c_void_p)(self._pointer)


def capsule_address(capsule: Any) -> int:
    """The address inside a `PyCapsule`, whatever its name."""
    name = _c_function("PyCapsule_GetName", ctypes.c_char_p, ctypes.py_object)
    pointer = _c_function(
        "PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p
    )
    return int(pointer(capsule, name(capsule)))


def make_capsule(address: int, name: bytes) -> Any:
    """A `PyCapsule` of an address. The name has to live as long."""
    make = _c_function(
        "PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
    )
    return make(address, name, None)


def set_array_memory(capsule: Any) -> Any:
    """Lets NumPy take the memory of arrays from an allocator, in this context; gives the one before."""
    return _set_handler()(capsule)


@cache
def _set_handler() -> Any:
    function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)
    return function(_numpy_table()["PyDataMem_SetHandler"])


@dataclass(frozen=True)
class ArrayLayout:
    """Where, in bytes from its start, an `ndarray` object has its fields.

    Attributes:
        data: pointer to the first element.
        nd: rank, a C int.
        dimensions, strides: pointers to `nd` 64-bit integers; strides are in bytes.
        base: pointer to the object that owns the memory, or null.
        descr: pointer to the dtype object, which is the same for all arrays of a usual dtype.
        flags: a C int of the bits above.
    """

    data: int
    nd: int
    dimensions: int
    strides: int
    base: int
    descr: int
    flags: int


class _ArrayFields(ctypes.Structure):
    """NumPy's `PyArrayObject`."""

    _fields_ = (
        ("head", ctypes.c_char * object.__basicsize__),
        ("data", ctypes.c_void_p),
        ("nd", ctypes.c_int),
        ("dimensions", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("base", ctypes.c_void_p),
        ("descr", ctypes.c_void_p),
        ("flags", ctypes.c_int),
    )


@cache
def array_layout() -> ArrayLayout:
    """The offsets of array fields, checked against arrays.

    Raises:
        UnimplementedError: this NumPy lays arrays out in another way.
    """
    whole = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    for array in (whole, whole[:, ::2, 1:], np.array(7), whole.T):
        _check_layout(array)
    names = ("data", "nd", "dimensions", "strides", "base", "descr", "flags")
    return ArrayLayout(**{name: getattr(_ArrayFields, name).offset for name in names})


def _check_layout(array: np.ndarray) -> None:
    fields = _ArrayFields.from_address(id(array))
    rank = array.ndim
    read = {
        "data": fields.data,
        "nd": fields.nd,
        # No sizes are read where the rank is not the right one.
        "dimensions": tuple(fields.dimensions[:rank]) if fields.nd == rank else None,
        "strides": tuple(fields.strides[:rank]) if fields.nd == rank else None,
        "base": fields.base,
        "descr": fields.descr,
        "flags": fields.flags,
    }
    true = {
        "data": array.ctypes.data,
        "nd": rank,
        "dimensions": array.shape,
        "strides": array.strides,
        "base": None if array.base is None else id(array.base),
        "descr": id(array.dtype),
        "flags": array.flags.num,
    }
    wrong = [name for name in read if read[name] != true[name]]
    if wrong:
        raise errors.UnimplementedError(
            None,
            None,
            f"Generated code reads arrays as NumPy 2 lays them out. Received NumPy {np.__version__}, "
            f"whose arrays have other things where {', '.join(wrong)} should be.",
        )


@cache
def _numpy_table() -> dict[str, int]:
    """NumPy's C functions, from the table that C extensions use."""
    table = ctypes.cast(
        capsule_address(np._core._multiarray_umath._ARRAY_API),  # type: ignore[attr-defined]
        ctypes.POINTER(ctypes.c_void_p),
    )
    abi = ctypes.CFUNCTYPE(ctypes.c_uint)(table[0] or 0)()
    if abi != _NUMPY_ABI or table[_NUMPY_TABLE["PyArray_Type"]] != id(np.ndarray):
        raise errors.UnimplementedError(
            None,
            None,
            f"Generated code calls the C functions of NumPy 2 (ABI {_NUMPY_ABI:#x}). "
            f"Received NumPy {np.__version__} (ABI {abi:#x}).",
        )
    return {name: table[place] or 0 for name, place in _NUMPY_TABLE.items()}


def _function_address(library: ctypes.CDLL, name: str) -> int:
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0


@cache
def c_symbols() -> dict[str, int]:
    """What generated code may declare and call: addresses by C name. They hold for this process.

    Functions have their C signatures, with `ptr` for pointers, `i32` for int, `i64` for sizes. Variables are
    declared `external global`: `PyExc_TypeError` holds a pointer to the class, `_Py_NoneStruct` is None.

    Raises:
        UnimplementedError: this is no CPython with NumPy 2.
    """
    api = _python_api()
    symbols = {name: _function_address(api, name) for name in _PYTHON_FUNCTIONS}
    for name in _PYTHON_VARIABLES:
        symbols[name] = ctypes.addressof(ctypes.c_char.in_dll(api, name))
    library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    for name in _LIBRARY_FUNCTIONS:
        symbols[name] = _function_address(library, name)
    return symbols | _numpy_table()

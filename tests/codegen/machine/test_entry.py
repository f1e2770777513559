"""Python calls machine code at C speed, and machine code works on arrays."""

from __future__ import annotations

import gc
import sys
import weakref

import numpy as np
import pytest

from stagelight import errors
from stagelight.codegen.machine import entry
from stagelight.codegen.machine.compiler import compile_module


def add_entry() -> str:
    """Adds two float64 matrices of one shape; what is otherwise is given to Python, `self`'s owner."""
    layout = entry.array_layout()
    flags = entry.C_CONTIGUOUS | entry.ALIGNED
    return f"""
@PyArray_Type = external global i8
@message = private constant [23 x i8] c"add: not what I can do\\00"
@PyExc_ValueError = external global ptr
@float64 = external global i8
declare ptr @PyArray_Empty(i32, ptr, ptr, i32)
declare void @Py_IncRef(ptr)
declare void @PyErr_SetString(ptr, ptr)

define internal i1 @is_plain(ptr %array) {{
  %type_at = getelementptr i8, ptr %array, i64 {layout.data - 8}
  %type = load ptr, ptr %type_at
  %is_array = icmp eq ptr %type, @PyArray_Type
  br i1 %is_array, label %fields, label %no
fields:
  %flags_at = getelementptr i8, ptr %array, i64 {layout.flags}
  %flags = load i32, ptr %flags_at
  %needed = and i32 %flags, {flags}
  %has_flags = icmp eq i32 %needed, {flags}
  %descr_at = getelementptr i8, ptr %array, i64 {layout.descr}
  %descr = load ptr, ptr %descr_at
  %is_float64 = icmp eq ptr %descr, @float64
  %nd_at = getelementptr i8, ptr %array, i64 {layout.nd}
  %nd = load i32, ptr %nd_at
  %is_matrix = icmp eq i32 %nd, 2
  %a = and i1 %has_flags, %is_float64
  %b = and i1 %a, %is_matrix
  ret i1 %b
no:
  ret i1 false
}}

define ptr @add(ptr %self, ptr %args, i64 %count) {{
  %is_two = icmp eq i64 %count, 2
  br i1 %is_two, label %arguments, label %refuse
arguments:
  %x = load ptr, ptr %args
  %y_at = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %y_at
  %x_plain = call i1 @is_plain(ptr %x)
  %y_plain = call i1 @is_plain(ptr %y)
  %plain = and i1 %x_plain, %y_plain
  br i1 %plain, label %shapes, label %refuse
shapes:
  %x_dims_at = getelementptr i8, ptr %x, i64 {layout.dimensions}
  %y_dims_at = getelementptr i8, ptr %y, i64 {layout.dimensions}
  %x_dims = load ptr, ptr %x_dims_at
  %y_dims = load ptr, ptr %y_dims_at
  %x_shape = load <2 x i64>, ptr %x_dims, align 8
  %y_shape = load <2 x i64>, ptr %y_dims, align 8
  %rows = extractelement <2 x i64> %x_shape, i32 0
  %columns = extractelement <2 x i64> %x_shape, i32 1
  %y_rows = extractelement <2 x i64> %y_shape, i32 0
  %y_columns = extractelement <2 x i64> %y_shape, i32 1
  %same_rows = icmp eq i64 %rows, %y_rows
  %same_columns = icmp eq i64 %columns, %y_columns
  %same = and i1 %same_rows, %same_columns
  br i1 %same, label %allocate, label %refuse
allocate:
  call void @Py_IncRef(ptr @float64)
  %result = call ptr @PyArray_Empty(i32 2, ptr %x_dims, ptr @float64, i32 0)
  %is_null = icmp eq ptr %result, null
  br i1 %is_null, label %failed, label %begin
begin:
  %x_data_at = getelementptr i8, ptr %x, i64 {layout.data}
  %y_data_at = getelementptr i8, ptr %y, i64 {layout.data}
  %z_data_at = getelementptr i8, ptr %result, i64 {layout.data}
  %x_data = load ptr, ptr %x_data_at
  %y_data = load ptr, ptr %y_data_at
  %z_data = load ptr, ptr %z_data_at
  %size = mul i64 %rows, %columns
  %is_empty = icmp eq i64 %size, 0
  br i1 %is_empty, label %done, label %loop
loop:
  %i = phi i64 [0, %begin], [%next, %loop]
  %x_at = getelementptr double, ptr %x_data, i64 %i
  %yi_at = getelementptr double, ptr %y_data, i64 %i
  %z_at = getelementptr double, ptr %z_data, i64 %i
  %xi = load double, ptr %x_at
  %yi = load double, ptr %yi_at
  %zi = fadd double %xi, %yi
  store double %zi, ptr %z_at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %size
  br i1 %again, label %loop, label %done
done:
  ret ptr %result
refuse:
  %class = load ptr, ptr @PyExc_ValueError
  call void @PyErr_SetString(ptr %class, ptr @message)
  ret ptr null
failed:
  ret ptr null
}}
"""


def make_add():
    float64 = np.dtype("float64")
    symbols = {**entry.c_symbols(), "float64": id(float64)}
    module = compile_module(add_entry(), symbols, passes="full")
    return entry.fast_call(module.address("add"), "add", (module, float64))


@pytest.fixture(scope="module")
def add():
    return make_add()


@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (0, 4), (100, 33)])
def test_machine_code_adds_arrays(add, shape):
    generator = np.random.default_rng(0)
    x, y = generator.random(shape), generator.random(shape)
    result = add(x, y)
    np.testing.assert_array_equal(result, x + y)
    assert result.flags.owndata
    assert result.flags.c_contiguous


def test_references_are_kept_in_balance(add):
    x = np.ones((3, 4))
    float64 = x.dtype
    before = sys.getrefcount(float64), sys.getrefcount(x)
    ours, numpys = add(x, x), np.add(x, x)
    assert sys.getrefcount(ours) == sys.getrefcount(numpys)
    for _ in range(100):
        add(x, x)
    del ours, numpys
    assert (sys.getrefcount(float64), sys.getrefcount(x)) == before


@pytest.mark.parametrize("arguments", [
    (), (np.ones((2, 2)),), (np.ones((2, 2)), 1.0), (np.ones((2, 2)), np.ones((2, 3))),
    (np.ones((2, 4))[:, ::2], np.ones((2, 2))), (np.ones((2, 2)), np.ones((2, 2), np.float32)),
    (np.ones(2), np.ones(2)),
], ids=repr)  # fmt: skip
def test_errors_of_machine_code_are_pythons(add, arguments):
    with pytest.raises(ValueError, match="add: not what I can do"):
        add(*arguments)


def test_a_fast_function_has_a_name_and_its_owner():
    owner = object()
    function = entry.fast_call(1, "a_name", owner)
    assert function.__name__ == "a_name"
    assert function.__self__.owner is owner
    with pytest.raises(TypeError, match="keyword"):
        function(x=1)


def test_code_lives_as_long_as_its_function():
    class Owner:
        pass

    owner = Owner()
    alive = weakref.ref(owner)
    function = entry.fast_call(1, "function", owner)
    del owner
    gc.collect()
    assert alive() is not None
    del function
    gc.collect()
    assert alive() is None


def test_functions_come_and_go_without_harm():
    add = make_add()
    x = np.ones((2, 2))
    module = add.__self__.owner
    for number in range(1000):
        function = entry.fast_call(module[0].address("add"), f"add{number}", module)
        assert function(x, x)[0, 0] == 2
        assert function.__name__ == f"add{number}"


def test_symbols_are_those_of_this_process():
    symbols = entry.c_symbols()
    assert symbols["PyArray_Type"] == id(np.ndarray)
    assert symbols["_Py_NoneStruct"] == id(None)
    assert symbols["_Py_TrueStruct"] == id(True)
    assert symbols["PyFloat_Type"] == id(float)
    assert all(symbols.values())


def test_numpy_functions_are_what_their_names_say():
    """Calls each by its C signature through ctypes."""
    import ctypes

    symbols = entry.c_symbols()
    pointer, integer, thing = ctypes.c_void_p, ctypes.c_int, ctypes.py_object

    def function(name, result, *arguments):
        return ctypes.PYFUNCTYPE(result, *arguments)(symbols[name])

    float32 = function("PyArray_DescrFromType", thing, integer)(11)
    assert float32 is np.dtype("float32")
    sizes = (ctypes.c_ssize_t * 2)(3, 4)

    def counted():
        """The dtype, with a reference for the function that takes one over."""
        function("Py_IncRef", None, thing)(float32)
        return float32

    for name in ("PyArray_Zeros", "PyArray_Empty"):
        array = function(name, thing, integer, pointer, thing, integer)(2, sizes, counted(), 1)
        assert array.shape == (3, 4)
        assert array.flags.f_contiguous
        assert array.dtype is float32
    make = function(
        "PyArray_NewFromDescr", thing, pointer, thing, integer, pointer, pointer, pointer, integer, pointer
    )  # fmt: skip
    memory = np.arange(12, dtype=np.float32)
    view = make(symbols["PyArray_Type"], counted(), 2, sizes, None, memory.ctypes.data, 0x0400, None)
    function("Py_IncRef", None, thing)(memory)
    assert function("PyArray_SetBaseObject", integer, thing, thing)(view, memory) == 0
    assert view.base is memory
    np.testing.assert_array_equal(view, memory.reshape(3, 4))
    copy = function("PyArray_NewCopy", thing, thing, integer)(view, 0)
    assert copy.base is None
    assert function("PyArray_CopyInto", integer, thing, thing)(view, copy + 1) == 0
    assert memory[11] == 12


def test_another_layout_of_arrays_is_refused(monkeypatch):
    class OtherFields(entry._ArrayFields.__mro__[1]):
        _fields_ = (("shifted", entry.ctypes.c_void_p), *entry._ArrayFields._fields_)

    monkeypatch.setattr(entry, "_ArrayFields", OtherFields)
    with pytest.raises(errors.UnimplementedError, match="other things where data, nd"):
        entry.array_layout.__wrapped__()

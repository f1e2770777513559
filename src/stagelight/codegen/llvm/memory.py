"""Elements in memory: what they are there, when they are fetched, and vectors that lie apart or backwards."""

from __future__ import annotations

from stagelight.codegen.llvm.code import Code, memory_type_text, type_text
from stagelight.codegen.llvm.instructions import intrinsic_suffix, splat
from stagelight.codegen.loop_nest import Buffer
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Buffers of so many bytes do not stay in the cache that is a core's own, beside others.
_LARGE = 1 << 18

# How many bytes ahead they are fetched: what is computed for those between takes longer than memory does.
_AHEAD = 2048

_LINE = 64


def gather(code: Code, base: str, where: str, dtype: DType, lanes: int) -> str:
    """The elements at a vector of indices (i64), as they are in memory."""
    type_ = memory_type_text(dtype, lanes)
    pointers = code.value(
        f"getelementptr inbounds {memory_type_text(dtype)}, ptr {base}, <{lanes} x i64> {where}"
    )
    name = f"@llvm.masked.gather.{intrinsic_suffix(type_)}.v{lanes}p0"
    pointer_type, flags = f"<{lanes} x ptr>", f"<{lanes} x i1>"
    code.declare(f"{type_} {name}({pointer_type}, i32, {flags}, {type_})")
    return code.value(
        f"call {type_} {name}({pointer_type} {pointers}, i32 {dtype.size}, "
        f"{flags} splat (i1 true), {type_} poison)"
    )


def fetch_ahead(code: Code, buffer: Buffer, address: str, lanes: int) -> None:
    """Lets the processor fetch what a loop over a large buffer comes to soon.

    By itself it looks no further ahead than some hundred instructions, which are few elements of a function
    such as erfc, and it begins anew in each page.

    Args:
        code: the function.
        buffer: what is read in order.
        address: where so many lanes are read now.
        lanes: how many; less than a line of the cache is not worth it.
    """
    size = lanes * buffer.dtype.size
    if size < _LINE or (isinstance(buffer.size, int) and buffer.size * buffer.dtype.size < _LARGE):
        return
    code.declare("void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)")
    for line in range(0, size, _LINE):
        ahead = code.value(f"getelementptr i8, ptr {address}, i64 {_AHEAD + line}")
        code.line(f"call void @llvm.prefetch.p0(ptr {ahead}, i32 0, i32 3, i32 1)")


def backwards(code: Code, value: str, type_: str, lanes: int) -> str:
    """A vector's elements from the last to the first."""
    order = ", ".join(f"i32 {i}" for i in reversed(range(lanes)))
    return code.value(f"shufflevector {type_} {value}, {type_} poison, <{lanes} x i32> <{order}>")


def numbered(code: Code, first: str, lanes: int) -> str:
    """A vector of i64 that counts on from its first element."""
    steps = ", ".join(f"i64 {i}" for i in range(lanes))
    start = splat(code, first, dtypes.int64, lanes)
    return code.value(f"add <{lanes} x i64> {start}, <{steps}>")


def from_memory(code: Code, value: str, dtype: DType, lanes: int) -> str:
    """What was loaded, as it is computed with: a bool is a byte in memory and a bit here."""
    if dtype is not dtypes.bool_:
        return value
    zero = splat(code, "0", dtypes.int8, lanes)
    return code.value(f"icmp ne {memory_type_text(dtype, lanes)} {value}, {zero}")


def to_memory(code: Code, value: str, dtype: DType, lanes: int) -> str:
    """A value as it is stored."""
    if dtype is not dtypes.bool_:
        return value
    before, after = type_text(dtype, lanes), memory_type_text(dtype, lanes)
    return code.value(f"zext {before} {value} to {after}")

"""`ArrayKernel`: an elementwise program as machine code for arrays of any number of elements.

    kernel(inputs, result)

Inputs are arrays that lie row after row like the result, or of one element, as the program says: it has one
nest over the elements of a row, whose length does not matter. Threads share long rows.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence

import numpy as np

from stagelight.codegen.compiled import optimize_program
from stagelight.codegen.cost import LONG_CHUNK, cost_of_nest
from stagelight.codegen.llvm.code import Code, Module, function_attributes
from stagelight.codegen.llvm.nests import NestWriter
from stagelight.codegen.llvm.vectors import lanes_for, vector_loop
from stagelight.codegen.loop_nest import Check, Nest, Program, expressions_of
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.thread_pool import the_pool
from stagelight.codegen.target import Target
from stagelight.codegen.verifier import verify

# Chunks begin at multiples of the widest vectors.
_STEP = 64


class ArrayKernel:
    """See above.

    Attributes:
        cost: of an element, in instructions.
    """

    def __init__(self, program: Program, nest: Nest, target: Target) -> None:
        length = nest.loops[0][1]
        self.cost = max(cost_of_nest(nest) // length, 1)
        self._module = compile_module(_text(program, nest, target), passes="light", target=target)
        self._address = self._module.address("kernel")
        self._chunk = _STEP * math.ceil(LONG_CHUNK / self.cost / _STEP)
        self._table = ctypes.c_void_p * (len(program.inputs) + 1)

    def __call__(self, inputs: Sequence[np.ndarray], result: np.ndarray) -> None:
        """Computes all elements of the result."""
        arrays = (*inputs, result)
        table = self._table(*[x.__array_interface__["data"][0] for x in arrays])
        the_pool().parallel_for(self._address, ctypes.addressof(table), result.size, self._chunk)


def array_kernel(program: Program, target: Target) -> ArrayKernel | None:
    """The kernel of a program of elements in rows; None if it is not one nest without checks."""
    optimize_program(program, target)
    verify(program)
    if len(program.body) != 1 or program.temporaries or program.constants:
        return None
    (nest,) = program.body
    if not isinstance(nest, Nest) or len(nest.loops) != 1 or len(program.outputs) != 1:
        return None
    if vector_loop(nest) is None or any(isinstance(item, Check) for item in nest.body):
        return None
    return ArrayKernel(program, nest, target)


def _text(program: Program, nest: Nest, target: Target) -> str:
    """The module of `void kernel(ptr table, i64 begin, i64 end)`, a chunk's function for the thread pool."""
    module = Module(target)
    code = Code(module)
    addresses = {}
    for place, buffer in enumerate((*program.inputs, *program.outputs)):
        where = code.value(f"getelementptr inbounds ptr, ptr %table, i64 {place}")
        addresses[buffer] = code.value(f"load ptr, ptr {where}")
    lanes = lanes_for(expressions_of(nest), nest.loops[0][1], target)
    count = code.value("sub i64 %end, %begin")
    in_blocks = code.value(f"and i64 {count}, {-lanes}")
    whole = code.value(f"add i64 %begin, {in_blocks}")

    def rounds(begin: str, end: str, lanes: int) -> None:
        writer = NestWriter(code, addresses, "return")
        is_some = code.value(f"icmp slt i64 {begin}, {end}")
        code.when(is_some, lambda: writer.write_part(nest, lanes, begin, end))

    rounds("%begin", whole, lanes)
    if lanes > 1:
        rounds(whole, "%end", 1)
    lines = [
        *sorted(module.declarations),
        *module.functions.values(),
        f"define void @kernel(ptr noalias %table, i64 %begin, i64 %end) {function_attributes(target)} {{",
        *code.body("ret void"),
        "}",
        "",
    ]
    return "\n".join(lines)

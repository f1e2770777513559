"""`ProgramForm`: all that is known of a compiled program without its loops.

It says how machine code is called and what it needs from outside. As bytes it is kept on disk, so that a
later process needs neither the program nor its text.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from stagelight.codegen.llvm.entry import takes_used_memory
from stagelight.codegen.loop_nest import Buffer, Program
from stagelight.codegen.machine.compiler import ModuleOutline
from stagelight.core.aligned_memory import aligned
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Constants of so many bytes are not written to disk: it is quicker to compile again.
_MOST_CONSTANTS = 1 << 20


class ArrayForm(NamedTuple):
    """What arrays at one place are like. Symbolic sizes are polynomials, and None in a form that was kept."""

    dtype: DType
    shape: tuple[Any, ...]


@dataclass(frozen=True)
class ProgramForm:
    """See above.

    Attributes:
        name: the program's.
        module: the outline of its module.
        inputs: what the caller brings first.
        written: which of these are variables with new values. Arrays for them are brought after the inputs.
        made: by position of an output, those whose arrays are made by a Python function.
        results: where each stands: whether among what is brought, else among the outputs; and which it is.
        constants: arrays by the names of their symbols.
    """

    name: str
    module: ModuleOutline
    inputs: tuple[ArrayForm, ...]
    written: tuple[int, ...]
    made: dict[int, ArrayForm]
    results: tuple[tuple[bool, int], ...]
    constants: dict[str, np.ndarray]

    @property
    def gives_outputs(self) -> bool:
        """Whether the results are the outputs, in their order."""
        return all(result == (False, position) for position, result in enumerate(self.results))

    def to_bytes(self) -> bytes | None:
        """The form for `from_bytes`; None if it is too large, or has arrays made whose sizes are symbols."""
        arrays = list(self.constants.values())
        sizes = [size for form in self.made.values() for size in form.shape]
        is_known = all(isinstance(size, int) for size in sizes)
        if not is_known or sum(x.nbytes for x in arrays) > _MOST_CONSTANTS:
            return None
        head = {
            "name": self.name,
            "module": self.module,
            "inputs": [_form_as_json(x) for x in self.inputs],
            "written": self.written,
            "made": [[position, _form_as_json(x)] for position, x in self.made.items()],
            "results": self.results,
            "constants": [
                [name, _form_as_json(ArrayForm(dtypes.as_dtype(x.dtype), x.shape))]
                for name, x in self.constants.items()
            ],
        }
        return b"\n".join([json.dumps(head).encode(), b"".join(x.tobytes() for x in arrays)])

    @staticmethod
    def from_bytes(data: bytes) -> ProgramForm:
        """What `to_bytes` gave."""
        text, _, rest = data.partition(b"\n")
        head = json.loads(text)
        key, declared, defined = head["module"]
        constants: dict[str, np.ndarray] = {}
        begin = 0
        for name, form in head["constants"]:
            dtype, shape = _form_of_json(form)
            count = math.prod(shape)
            array = np.frombuffer(rest, dtype.numpy_dtype, count, begin).reshape(shape)
            # A copy: in memory, arrays begin at other places than in the file.
            constants[name] = aligned(array.copy())
            begin += array.nbytes
        return ProgramForm(
            head["name"],
            ModuleOutline(key, tuple(declared), tuple(defined)),
            tuple(map(_form_of_json, head["inputs"])),
            tuple(head["written"]),
            {position: _form_of_json(form) for position, form in head["made"]},
            tuple((is_brought, place) for is_brought, place in head["results"]),
            constants,
        )


def _form_as_json(form: ArrayForm) -> list[Any]:
    """The form as a list; of a size that is a symbol nobody asks what it is."""
    return [form.dtype.name, [x if isinstance(x, int) else None for x in form.shape]]


def _form_of_json(value: list[Any]) -> ArrayForm:
    name, shape = value
    return ArrayForm(dtypes.as_dtype(name), tuple(shape))


def form_of(program: Program, module: ModuleOutline) -> ProgramForm:
    """The form of a program that is optimized.

    Args:
        program: which.
        module: the outline of the module with its text.
    """
    places = {id(buffer): (False, i) for i, buffer in enumerate(program.outputs)}
    places |= {id(buffer): (True, i) for i, buffer in enumerate(program.brought)}
    return ProgramForm(
        program.name,
        module,
        tuple(map(_form_of_buffer, program.inputs)),
        tuple(program.new_values),
        {i: _form_of_buffer(x) for i, x in enumerate(program.outputs) if takes_used_memory(x)},
        tuple(places[id(buffer)] for buffer in program.results),
        {x.name: aligned(np.ascontiguousarray(x.value)) for x in program.constants},
    )


def _form_of_buffer(buffer: Buffer) -> ArrayForm:
    return ArrayForm(buffer.dtype, buffer.shape)

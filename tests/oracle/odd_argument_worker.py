"""A process that makes the calls of `odd_arguments.py` with one library, and may be lost to them.

    python -m tests.oracle.odd_argument_worker tensorflow|stagelight

It reads pickled requests `(case, mode)` from its standard input and answers each with a pickled outcome:
`("returned", [(dtype, array), ...])` or `("raised", (names of classes), message)`. Modes are "eager",
"staged" (the sizes are known while tracing) and "open" (only the ranks are). The case "end" ends the process.
"""

from __future__ import annotations

import importlib
import os
import pickle
import resource
import sys
import warnings
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

MEMORY = 12 << 30


def main(name: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # What libraries print must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    library = importlib.import_module(name)
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if request[0] == "end":
            os._exit(3)
        pickle.dump(outcome(library, *request), answers)
        answers.flush()


def outcome(library: ModuleType, case: Any, mode: str) -> tuple[Any, ...]:
    op, inputs, attrs, *_ = case
    try:
        function = getattr(library.raw_ops, op)
        names = list(inputs)
        tensors = [constants(library, value) for value in inputs.values()]
        given = {key: attr_value(library, value) for key, value in attrs.items()}

        def call(*values: Any) -> Any:
            return function(**dict(zip(names, values, strict=True)), **given)

        if mode != "eager":
            specs = library.nest.map_structure(
                lambda x: library.TensorSpec(
                    x.shape if mode == "staged" else [None] * x.shape.rank, x.dtype
                ),
                tensors,
            )
            call = library.function(call, input_signature=specs, autograph=False)
        result = library.nest.flatten(call(*tensors))
        return "returned", [(x.dtype.name, array_of(x)) for x in result if x is not None]
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        return "raised", tuple(base.__name__ for base in type(error).__mro__), str(error)


def array_of(tensor: Any) -> np.ndarray:
    """A tensor's value; of handles there is only the shape."""
    is_handle = tensor.dtype.name in ("resource", "variant")
    return np.zeros(tensor.shape) if is_handle else np.asarray(tensor.numpy())


def constants(library: ModuleType, value: Any) -> Any:
    if isinstance(value, list):
        return [library.constant(item) for item in value]
    return library.constant(value)


def attr_value(library: ModuleType, value: Any) -> Any:
    """An attr made of what `odd_arguments.plain_attr` left of it."""
    if isinstance(value, list):
        return [attr_value(library, item) for item in value]
    if isinstance(value, tuple):
        kind, *parts = value
        makers: Mapping[str, Any] = {
            "dtype": lambda name: getattr(library, name),
            "shape": library.TensorShape,
            "tensor": lambda dtype, array: library.constant(array, getattr(library, dtype)),
        }
        return makers[kind](*parts)
    return value


if __name__ == "__main__":
    main(sys.argv[1])

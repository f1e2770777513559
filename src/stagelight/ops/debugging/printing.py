"""`tf.print` and `tf.strings.format`: values as text, when the graph runs.

`tf.print` is two ops: `StringFormat` puts tensors in the places of a template, `PrintV2` writes the
result. The template comes from the Python values among the arguments, with a placeholder for each
tensor. What one element looks like is in `tensor_text`.

Output goes to the process's file descriptors and is there when the call returns.
"""

from __future__ import annotations

import logging
import os
import pprint
import re
import sys
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors, nest
from stagelight.core.arrays import as_bytes
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor, is_text_later
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import SCALAR, Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor, is_tensor
from stagelight.fork_safety import renewed_in_child
from stagelight.logs import get_logger
from stagelight.ops.debugging.tensor_text import first_elements_text, printed_text
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- StringFormat


def _infer_format(
    *inputs: Tensor, template: str = "%s", placeholder: str = "%s", summarize: int = 3
) -> Inferred:
    _pieces(template, placeholder, len(inputs))
    return Inferred(SCALAR, dtypes.string)


def _pieces(template: str, placeholder: str, count: int) -> list[str]:
    """The template's parts around the placeholders."""
    pieces = template.split(placeholder)
    if len(pieces) != count + 1:
        raise invalid(
            f"num placeholders in template and num inputs must match: {len(pieces) - 1} vs. {count}"
        )
    return pieces


def _format(
    xp: ModuleType,
    *arrays: np.ndarray,
    template: str = "%s",
    placeholder: str = "%s",
    summarize: int = 3,
) -> np.ndarray:
    first, *others = map(as_bytes, _pieces(template, placeholder, len(arrays)))
    text = [first]
    for array, piece in zip(arrays, others, strict=True):
        text.extend((printed_text(array, summarize), piece))
    return np.asarray(b"".join(text), object)


define(
    "StringFormat",
    "inputs: T",
    "output: string",
    {
        "T": attr("list(type)"),
        "template": "%s",
        "placeholder": "%s",
        "summarize": 3,
    },
    infer=_infer_format,
    kernel=_format,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.format")
def string_format(
    template: str,
    inputs: Any,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """The template with the text of a tensor, as `tf.print` shows it, in place of each placeholder.

    Args:
        template: the text with placeholders.
        inputs: a tensor or a list of as many tensors as there are placeholders.
        placeholder: what stands for a tensor.
        summarize: how many elements of both ends of each axis are shown; -1 shows all.
        name: name of the operation.

    Returns:
        A string of rank 0.

    Raises:
        TypeError: a single value is no tensor.
        ValueError: there are more or fewer tensors than placeholders.

    >>> tf.strings.format("loss {} at {}", (0.25, tf.constant([1, 2]))).numpy()
    b'loss 0.25 at [1 2]'
    """
    values = [inputs] if is_tensor(inputs) else list(inputs)
    count = template.count(placeholder)
    if count != len(values):
        raise ValueError(
            f"The template expects {count} tensors, but the inputs only has {len(values)}. Please "
            "ensure the number of placeholders in template matches inputs length."
        )
    return _formatted(values, template, placeholder, summarize, name)


def _formatted(
    values: Sequence[Any], template: str, placeholder: str, summarize: int, name: str | None
) -> Tensor:
    """The template with the texts of values; composites may bring theirs, `_as_text(summarize)`."""
    if not any(hasattr(value, "_as_text") for value in values):
        tensors = [convert_to_tensor(value) for value in values]
        return raw.StringFormat(
            tensors, template=template, placeholder=placeholder, summarize=summarize, name=name
        )
    first, *between = template.split(placeholder)
    texts: list[Any] = [first]
    for value, piece in zip(values, between, strict=True):
        as_text = getattr(value, "_as_text", None)
        if as_text is None:
            texts.append(_formatted([value], placeholder, placeholder, summarize, None))
        else:
            texts.append(as_text(summarize))
        texts.append(piece)
    return raw.StringJoin(texts, name=name)


# ---------------------------------------------------------------------------- PrintV2

_LOG_LEVELS = {
    "log(info)": logging.INFO,
    "log(warning)": logging.WARNING,
    "log(error)": logging.ERROR,
}
# The levels are Python's own, under which `tf.compat.v1.logging` knows them too.
_STREAM_OF_LEVEL = {level: stream for stream, level in _LOG_LEVELS.items()}
# The levels of absl.logging: INFO, WARNING and ERROR.
_STREAM_OF_ABSL_LEVEL = {0: "log(info)", -1: "log(warning)", -2: "log(error)"}
# TF: tf.compat.v1.logging.info stands for its level, too.
_LEVEL_FUNCTIONS = {
    "info": "log(info)",
    "warn": "log(warning)",
    "warning": "log(warning)",
    "error": "log(error)",
}
_DESCRIPTORS = {"stdout": 1, "stderr": 2}
_FILE = "file://"
_writing = renewed_in_child(threading.Lock())


def _infer_print(text: Tensor, *, output_stream: str = "stderr", end: str = "\n") -> tuple[()]:
    if text.shape.rank not in (0, None):
        raise invalid(f"Input is expected to be scalar, but got {shape_text(text.shape)}")
    return ()


def _print(
    xp: ModuleType, text: np.ndarray, *, output_stream: str = "stderr", end: str = "\n"
) -> None:
    if text.ndim:
        raise invalid(f"Input is expected to be scalar, but got {shape_text(text.shape)}")
    content: bytes = text.item()
    line = content + as_bytes(end)
    if output_stream in _DESCRIPTORS:
        _write(output_stream, line)
    elif output_stream in _LOG_LEVELS:
        get_logger().log(_LOG_LEVELS[output_stream], "%s", content.decode(errors="replace"))
    elif output_stream.startswith(_FILE):
        _append(output_stream.removeprefix(_FILE), line)
    else:
        raise invalid(
            f"Unknown output stream: {output_stream}, Valid streams are: stdout stderr log(info) "
            "log(warning) log(error) file://..."
        )


def _write(name: str, line: bytes) -> None:
    """Writes to the process's stream, after what Python has in its buffer.

    A notebook or test may have put an object of its own in the place of `sys.stdout`; then the text
    goes there, where the user looks for it.
    """
    stream = getattr(sys, name)
    if stream is None:
        return
    with _writing:
        if stream is getattr(sys, f"__{name}__"):
            stream.flush()
            _write_all(_DESCRIPTORS[name], line)
        else:
            stream.write(line.decode(errors="replace"))
            stream.flush()


def _write_all(descriptor: int, line: bytes) -> None:
    while line:
        line = line[os.write(descriptor, line) :]


def _append(path: str, line: bytes) -> None:
    try:
        with _writing, open(path, "ab") as file:
            file.write(line)
    except FileNotFoundError as error:
        raise errors.NotFoundError(None, None, f"{path}; {error.strerror}") from error
    except OSError as error:
        raise errors.PermissionDeniedError(None, None, f"{path}; {error.strerror}") from error


define(
    "PrintV2",
    "input: string",
    "",
    {"output_stream": "stderr", "end": "\n"},
    infer=_infer_print,
    kernel=_print,
    differentiable=False,
    traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY,
)


@public("print")
def print_v2(
    *inputs: Any,
    output_stream: Any = None,
    summarize: int = 3,
    sep: str = " ",
    end: str = os.linesep,
    name: str | None = None,
    **unknown: Any,
) -> Any:
    """Prints values, in a graph each time it runs.

    Tensors and variables show their values, also within lists, dicts and the like; other Python
    values are those of the moment at which this function is called.

    Args:
        *inputs: what to print.
        output_stream: `sys.stderr` (used if None), `sys.stdout`, a level such as `logging.INFO`, or
            "file://" with a path, to which the text is appended.
        summarize: how many elements of both ends of each axis are shown; -1 shows all.
        sep: what stands between the inputs.
        end: what stands after them.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        ValueError: another output stream or unknown arguments.

    >>> import sys
    >>> tf.print("x is", tf.range(10), {"a": tf.constant(0.5)}, output_stream=sys.stdout)
    x is [0 1 2 ... 7 8 9] {'a': 0.5}
    """
    if unknown:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {unknown}")
    stream = _stream_name(sys.stderr if output_stream is None else output_stream)
    if any(is_text_later(value) for value in inputs):
        texts = [
            convert_to_tensor(x) if is_text_later(x) else _text([x], sep, summarize, name)
            for x in inputs
        ]
        text = raw.StringJoin(texts, separator=sep)
    else:
        text = _text(inputs, sep, summarize, name)
    operation = raw.PrintV2(text, output_stream=stream, end=end, name=name)
    return None if CONTEXT.stage is None else operation


def _stream_name(stream: Any) -> str:
    if stream is sys.stderr or stream is sys.__stderr__:
        return "stderr"
    if stream is sys.stdout or stream is sys.__stdout__:
        return "stdout"
    if isinstance(stream, str) and stream.startswith(_FILE) and len(stream) > len(_FILE):
        return stream
    if isinstance(stream, int) and stream in _STREAM_OF_ABSL_LEVEL:
        return _STREAM_OF_ABSL_LEVEL[stream]
    if isinstance(stream, int) and stream in _STREAM_OF_LEVEL:
        return _STREAM_OF_LEVEL[stream]
    if callable(stream) and getattr(stream, "__name__", None) in _LEVEL_FUNCTIONS:
        return _LEVEL_FUNCTIONS[stream.__name__]
    raise ValueError(
        f"Unsupported output stream, logging level, or file.{stream}. Supported streams are "
        "sys.stdout, sys.stderr, tf.logging.info, tf.logging.warning, tf.logging.error. File needs "
        "to be in the form of 'file://<filepath>'."
    )


def _text(inputs: Sequence[Any], sep: str, summarize: int, name: str | None) -> Tensor:
    """What is printed, without what ends it."""
    single = _single_text(inputs)
    if single is not None:
        return single
    template, values, placeholder = _template(inputs, sep)
    named = None if name is None else f"{name}_format"
    return _formatted(values, template, placeholder, summarize, named)


def _single_text(inputs: Sequence[Any]) -> Tensor | None:
    """The one input if it is a string tensor of rank 0, which is printed without quotes."""
    if len(inputs) == 1 and isinstance(inputs[0], Tensor):
        if inputs[0].dtype is dtypes.string and inputs[0].shape.rank == 0:
            return inputs[0]
    return None


def _has_value_later(value: Any) -> bool:
    """Whether a leaf is a tensor, a variable or a composite, rather than a Python value."""
    return isinstance(value, (Tensor, CompositeTensor)) or hasattr(value, "handle")


class _Place:
    """Stands for a tensor while a structure is laid out, as wide as the placeholder in quotes."""

    def __init__(self, index: int) -> None:
        self.index = index

    def __repr__(self) -> str:
        return chr(_FIRST_MARK + self.index) * 4


# Characters without a meaning of their own (Unicode's supplementary private use area).
_FIRST_MARK = 0xF0000
_MARKS = re.compile("([\U000f0000-\U000fffff])\\1{3}")


def _template(inputs: Sequence[Any], sep: str) -> tuple[str, list[Any], str]:
    """The template of what is printed, the values for its placeholders, and the placeholder."""
    leaves: list[Any] = []

    def stand_in(leaf: Any) -> Any:
        if not _has_value_later(leaf):
            return leaf
        leaves.append(leaf)
        return _Place(len(leaves) - 1)

    parts = [
        value if isinstance(value, str) else pprint.pformat(nest.map_structure(stand_in, value))
        for value in inputs
    ]
    text = sep.join(parts)
    placeholder = "{}"
    while placeholder in text:
        placeholder = f"{{{placeholder}}}"
    # The order in the text is not that of the leaves: a dict is shown by key, an OrderedDict is
    # not.
    order = [ord(mark) - _FIRST_MARK for mark in _MARKS.findall(text)]
    values = [leaves[index] for index in order]
    return _MARKS.sub(placeholder, text), values, placeholder


# ---------------------------------------------------------------------------- Print


def _infer_print_first(x: Tensor, *_data: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(x.shape, x.dtype)


def _print_first(
    xp: ModuleType,
    x: np.ndarray,
    *data: np.ndarray,
    message: str = "",
    first_n: int = -1,
    summarize: int = 3,
) -> np.ndarray:
    texts = b"".join(b"[" + first_elements_text(array, summarize) + b"]" for array in data)
    _write("stderr", as_bytes(message) + texts + b"\n")
    return x


define(
    "Print",
    "input: T, data: U",
    "output: T",
    {
        "T": attr("type"),
        "U": attr("list(type)"),
        "message": "",
        "first_n": -1,
        "summarize": 3,
    },
    infer=_infer_print_first,
    kernel=_print_first,
    gradient=lambda op, dy: [dy, *[None] * (len(op.inputs) - 1)],
    traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY,
)


@public("compat.v1.Print")
def print_v1(
    input_: Any,
    data: Sequence[Any],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Prints a list of tensors on the way of another one, in one line on standard error.

    Args:
        input_: the tensor that is returned.
        data: the tensors to print.
        message: what stands before them.
        first_n: kept for GraphDefs; every call prints.
        summarize: how many elements of each are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        `input_`.

    >>> tf.compat.v1.Print(tf.constant(1), [tf.constant([1, 2])], message="data: ").numpy()
    np.int32(1)
    """
    return raw.Print(
        input_,
        list(data),
        message=message or "",
        first_n=-1 if first_n is None else first_n,
        summarize=3 if summarize is None else summarize,
        name=name,
    )

"""Python functions as ops: `tf.py_function`, `tf.numpy_function`.

    EagerPyFunc       the function gets eager tensors; differentiable
    PyFunc            it gets NumPy values
    PyFuncStateless   the same without effects: may be left out, or run beside others

An op names its function by a token such as "pyfunc_7". The token is a `HostFunction`, a `str` that
holds the function too, so the function lives as long as a graph or tape has the token; a table
without ownership finds it by the plain name, for a GraphDef imported into the process that wrote
it.

A gradient through `EagerPyFunc` needs a tape around the call. Tapes stand on a higher floor, which
gives this file its way of recording (`set_recording`). What was recorded is an additional last
output, a variant, so that it goes wherever the values go: through loops, conditionals and other
calls.
"""

from __future__ import annotations

import abc
import functools
import itertools
import traceback
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors, nest
from stagelight.core import registry
from stagelight.core.arrays import to_array
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply, pushed
from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.host.nested_calls import NESTED_CALLS
from stagelight.public import homes, public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# ---------------------------------------------------------------------------- functions by token

_numbers = itertools.count()
_functions: weakref.WeakValueDictionary[str, HostFunction] = weakref.WeakValueDictionary()


class HostFunction(str):
    """A token, with the function that it stands for.

    Attributes:
        call: `call(*values) -> list of tensors or arrays`, one for each output.
        input_dtypes: the dtypes of its inputs, since an array of objects does not tell its own.
        has_record: whether the last output is the record of the call, for gradients.
        is_text: whether it writes a text of the program, such as an f-string.
    """

    call: Callable[..., Any]
    input_dtypes: tuple[DType, ...]
    has_record: bool
    is_text: bool = False

    @classmethod
    def of(
        cls, call: Callable[..., Any], inputs: Sequence[Tensor], has_record: bool = False
    ) -> HostFunction:
        """A new token for a function that will be called with values of these tensors."""
        token = cls(f"pyfunc_{next(_numbers)}")
        token.call = call
        token.input_dtypes = tuple(tensor.dtype for tensor in inputs)
        token.has_record = has_record
        _functions[str(token)] = token
        return token


def _known(token: str) -> HostFunction | None:
    return token if isinstance(token, HostFunction) else _functions.get(token)


def _function(token: str) -> HostFunction:
    found = _known(token)
    if found is None:
        raise invalid(
            f"callback {token} is not found: a Python function can be called only in the process "
            "that made it, while it is in use. Use tensor operations in what is saved or sent "
            "elsewhere."
        )
    return found


_PACKAGE = str(Path(__file__).parent.parent)

# TF: the classes that the runtime tells apart; everything else is unknown to it.
_ERROR_CLASSES: tuple[tuple[type[Exception], type[errors.OpError]], ...] = (
    (ValueError, errors.InvalidArgumentError),
    (TypeError, errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
)


def told(error: Exception) -> errors.OpError:
    """The error of TensorFlow's class for one that a Python function raised, with its traceback."""
    kind = next(
        (told for python, told in _ERROR_CLASSES if isinstance(error, python)), errors.UnknownError
    )
    place = error.__traceback__
    while place and place.tb_next and place.tb_frame.f_code.co_filename.startswith(_PACKAGE):
        place = place.tb_next  # The user's frames come first.
    frames = "".join(traceback.format_exception(type(error), error, place))
    return kind(None, None, f"{type(error).__name__}: {error}\n{frames}")


def telling(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls the user's function; its exceptions become TensorFlow's."""
    try:
        return function(*arguments)
    except Exception as error:
        if isinstance(error, RecursionError) or getattr(error, "is_located", False):
            raise  # A graph that the function ran has told it; of recursion nobody could tell more.
        raise told(error) from error


def _run_apart(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Calls a function eagerly, apart from what is being recorded and built around it."""
    with NESTED_CALLS, pushed(stage=None, recorders=(), name_scope="", device=""):
        return function(*arguments)


def _results(value: Any) -> Sequence[Any]:
    """What a function returned, as a sequence; None is nothing."""
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple)) else (value,)


def _require_count(token: str, received: int, required: int) -> None:
    if received != required:
        raise invalid(f"{token} returns {received} values, but expects to see {required} values.")


def _infer_call(
    *inputs: Tensor, token: str, Tout: Sequence[DType], is_async: bool = False
) -> list[Inferred]:
    inferred = [Inferred(UNKNOWN, dtype) for dtype in Tout]
    known = _known(token)  # None in a graph that another process has saved: nobody can call it.
    if known is not None and known.has_record:
        inferred[-1] = Inferred(SCALAR, dtypes.variant)
    return inferred


def _add(op_name: str, inputs: Sequence[Tensor], attrs: dict[str, Any], name: str | None) -> Any:
    """Applies one of the ops: the list of its outputs; without any, in a graph, the operation."""
    return apply(registry.lookup(op_name), inputs, attrs, name or op_name)


# ---------------------------------------------------------------------------- EagerPyFunc


class CallRecord(abc.ABC):
    """How the outputs of one call depend on its inputs, those of differentiable dtypes."""

    @abc.abstractmethod
    def pull_back(self, output_gradients: Sequence[Tensor]) -> tuple[Sequence[Tensor], CallRecord]:
        """The gradients of the inputs, and how they depend on the inputs and `output_gradients`."""

    def zeros_like(self) -> CallRecord:
        """The cotangent of a record that left a staged function: gradient rules take it for any value."""
        return self


Recording = Callable[
    [Callable[..., Sequence[Tensor]], Sequence[Tensor]], tuple[Sequence[Tensor], CallRecord]
]
_recordings: list[Recording] = []


def set_recording(recording: Recording) -> None:
    """Says how a call is recorded: `recording(function, inputs) -> (outputs, record)`."""
    _recordings[:] = [recording]


def _recording() -> Recording:
    """How a call is recorded. The package that says so defines the tapes too, and may not be imported yet."""
    if not _recordings:
        homes.load("GradientTape")
    return _recordings[0]


def _is_differentiable(dtype: DType) -> bool:
    return dtype.is_floating or dtype.is_complex


def _as_tensors(value: Any, required: Sequence[DType], token: str) -> list[Tensor]:
    """What a function returned as tensors of the dtypes required; additional values are dropped."""
    tensors = [
        telling(convert_to_tensor, each, dtype)
        for each, dtype in zip(_results(value), required, strict=False)
    ]
    _require_count(token, len(tensors), len(required))
    return tensors


def _with_record(outputs: Sequence[Tensor], record: CallRecord) -> list[Tensor]:
    boxed = np.empty((), object)
    boxed[()] = record
    return [*outputs, EagerTensor(boxed, dtypes.variant)]


def _call_eagerly(
    xp: ModuleType,
    *arrays: np.ndarray,
    token: str,
    Tout: Sequence[DType],
    is_async: bool = False,
) -> list[np.ndarray]:
    function = _function(token)
    inputs = [EagerTensor(a, d) for a, d in zip(arrays, function.input_dtypes, strict=True)]
    results = _run_apart(function.call, inputs)
    _require_count(token, len(results), len(Tout))
    return [tensor._array for tensor in results]


def _call_gradient(op: Any, *output_gradients: Tensor | None) -> list[Tensor | None]:
    if not _function(op.attr_value("token")).has_record:
        return [None] * len(op.inputs)
    *outputs, record = op.outputs
    seeds = [
        raw.ZerosLike(output) if gradient is None else gradient
        for output, gradient in zip(outputs, output_gradients, strict=False)
        if _is_differentiable(output.dtype)
    ]
    sources = [x for x in op.inputs if _is_differentiable(x.dtype)]

    def pull_back(boxed: EagerTensor, *values: Tensor) -> list[Tensor]:
        # The sources come again only so that the gradients depend on them; the record has them.
        return _with_record(*boxed._array.item().pull_back(values[len(sources) :]))

    inputs = [record, *sources, *seeds]
    token = HostFunction.of(pull_back, inputs, has_record=True)
    wanted = [*(source.dtype for source in sources), dtypes.variant]
    *found, _ = _add("EagerPyFunc", inputs, {"token": token, "Tout": wanted}, "EagerPyFunc")
    gradients = iter(found)
    result: list[Tensor | None] = []
    for x in op.inputs:
        gradient = next(gradients) if _is_differentiable(x.dtype) else None
        if gradient is not None and CONTEXT.stage is not None:
            gradient.set_shape(x.shape)
        result.append(gradient)
    return result


define(
    "EagerPyFunc",
    "input: Tin",
    "output: Tout",
    {
        "token": attr("string"),
        "is_async": False,
        "Tin": attr("list(type)"),
        "Tout": attr("list(type)"),
    },
    infer=_infer_call,
    kernel=_call_eagerly,
    gradient=_call_gradient,
    traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY | Trait.NONE_GRADIENTS | Trait.PYTHON,
)


@public("py_function")
def py_function(
    func: Callable[..., Any] | None = None,
    inp: Sequence[Any] | None = None,
    Tout: Any = None,
    name: str | None = None,
) -> Any:
    """Calls a Python function with eager tensors, in a graph each time it runs.

    Gradients go through it. It cannot be saved with a graph. Without `func` this is a decorator:
    `@tf.py_function(Tout=tf.float32)`.

    Args:
        func: the function; it gets eager tensors, and returns what `Tout` says.
        inp: its arguments: tensors, variables, composites, or what converts to tensors.
        Tout: the dtype or `tf.TypeSpec` of its result, or a list of them; [] for a function
        without.
        name: name of the operation.

    Returns:
        The result as a tensor or composite; a list where `Tout` is one. In a graph the operation if
        `Tout` is empty.

    Raises:
        InvalidArgumentError: the function raises a ValueError or TypeError, or returns something
            else than `Tout` says; other exceptions raise other errors of `tf.errors`,
            `UnknownError` in general.
        ValueError: `func` cannot be called.
        TypeError: `inp` or `Tout` is missing.

    >>> tf.py_function(lambda x: x.numpy().tolist()[0] + 1.0, [tf.constant([1.0, 2.0])], tf.float32)
    <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """
    if func is None:
        return _decorator(py_function, Tout, name)
    arguments = _checked_inputs(func, inp, Tout, "tf.py_function")
    inputs = [convert_to_tensor(x) for x in nest.flatten(arguments, expand_composites=True)]
    specs = nest.flatten(Tout, expand_composites=True)
    wanted = [as_dtype(getattr(spec, "dtype", spec)) for spec in specs]
    returns_composites = len(specs) != len(nest.flatten(Tout))

    def checked(*tensors: Tensor) -> list[Tensor]:
        values = nest.pack_sequence_as(arguments, tensors, expand_composites=True)
        value = telling(func, *values)
        if returns_composites:
            value = nest.flatten(value, expand_composites=True)
        return _as_tensors(value, wanted, str(token))

    def recorded(*tensors: Tensor) -> list[Tensor]:
        return _with_record(*_recording()(checked, tensors))

    has_record = any(_is_differentiable(x.dtype) for x in inputs) and any(
        map(_is_differentiable, wanted)
    )
    token = HostFunction.of(recorded if has_record else checked, inputs, has_record)
    dtypes_out = [*wanted, dtypes.variant] if has_record else wanted
    results = _add("EagerPyFunc", inputs, {"token": token, "Tout": dtypes_out}, name)
    if not specs:
        return results
    outputs = results[: len(specs)]
    for output, spec in zip(outputs, specs, strict=True):
        if CONTEXT.stage is not None and hasattr(spec, "shape"):
            output.set_shape(spec.shape)
    return nest.pack_sequence_as(Tout, outputs, expand_composites=True)


def _checked_inputs(func: Any, inp: Any, Tout: Any, function_name: str) -> list[Any]:
    """The list of inputs, after a check of what the decorator's form leaves out."""
    if inp is None:
        raise TypeError(
            "Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to "
            f"the\n  function), unless you use `{function_name}` as a decorator(`func=None`)."
        )
    if Tout is None:
        raise TypeError(
            f"Missing required argument: 'Tout'\n  If using {function_name} as a decorator, set "
            f"`Tout`\n  **by name** above the function:\n  `@{function_name}(Tout=tout)`"
        )
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )
    return list(inp)


def _decorator(
    call: Callable[..., Any], Tout: Any, name: str | None, **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorator's form of `tf.py_function` and `tf.numpy_function`."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def wrapper(*inp: Any) -> Any:
            return call(func, list(inp), Tout, name=name, **options)

        return wrapper

    return decorate


# ---------------------------------------------------------------------------- PyFunc


def _infer_numpy_call(*inputs: Tensor, token: str, Tout: Sequence[DType]) -> list[Inferred]:
    return [Inferred(UNKNOWN, dtype) for dtype in Tout]


def _call_with_arrays(
    xp: ModuleType, *arrays: np.ndarray, token: str, Tout: Sequence[DType]
) -> list[np.ndarray]:
    function = _function(token)
    # The function may change its arguments; tensors never change.
    values = [array[()] if array.ndim == 0 else array.copy() for array in arrays]
    results = _results(_run_apart(telling, (function.call, *values)))
    _require_count(token, len(results), len(Tout))
    return [
        _as_array(value, dtype, f"{index}-th value returned by {token}")
        for index, (value, dtype) in enumerate(zip(results, Tout, strict=True))
    ]


def _as_array(value: Any, required: DType, what: str) -> np.ndarray:
    """An array of what a function returned, which must be of the dtype required."""
    try:
        array, dtype = to_array(np.asarray(value, order="C"), None)
    except (TypeError, ValueError) as error:
        message = f"Unsupported object type {type(value).__name__}: {error}"
        raise errors.InternalError(None, None, message) from error
    if dtype is not required:
        raise invalid(f"{what} is {dtype.kernel_name}, but expects {required.kernel_name}")
    return array


for _name, _effects in (("PyFunc", Trait.SIDE_EFFECT), ("PyFuncStateless", Trait.NONE)):
    define(
        _name,
        "input: Tin",
        "output: Tout",
        {"token": attr("string"), "Tin": attr("list(type)"), "Tout": attr("list(type)")},
        infer=_infer_numpy_call,
        kernel=_call_with_arrays,
        differentiable=False,
        traits=_effects | Trait.HEAVY | Trait.HOST_ONLY | Trait.PYTHON,
    )


@public("numpy_function")
def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Sequence[Any] | None = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Calls a Python function with NumPy values, in a graph each time it runs.

    No gradients go through it, and it cannot be saved with a graph. Without `func` this is a
    decorator: `@tf.numpy_function(Tout=tf.float32)`.

    Args:
        func: the function; it gets arrays, and for tensors of rank 0 NumPy scalars when a graph
        runs.
        inp: its arguments: tensors, variables, or what converts to tensors.
        Tout: the dtype of its result, or a list of them; [] for a function without. When executing
        eagerly
            the result's own dtypes count.
        stateful: False says that the function has no effects and that equal arguments give equal
        results:
            it may be left out where nobody needs the result, and run beside others.
        name: name of the operation.

    Returns:
        The result as a tensor; a list where `Tout` is one. In a graph the operation if `Tout` is
        empty.

    Raises:
        InvalidArgumentError: in a graph, the function raises a ValueError or TypeError, or returns
        other
            dtypes or another number of values than `Tout` says.
        ValueError: `func` cannot be called.
        TypeError: `inp` or `Tout` is missing.

    >>> tf.numpy_function(lambda x: x.sum(), [tf.constant([1.0, 2.0])], tf.float32)
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    """
    if func is None:
        return _decorator(numpy_function, Tout, name, stateful=stateful)
    arguments = _checked_inputs(func, inp, Tout, "tf.numpy_function")
    if CONTEXT.stage is None:
        values = nest.flatten(func(*map(np.array, arguments)))
        tensors = [None if each is None else convert_to_tensor(each) for each in values]
        return tensors[0] if len(tensors) == 1 else tensors
    inputs = [convert_to_tensor(argument) for argument in arguments]
    is_list = isinstance(Tout, (list, tuple))
    wanted = [as_dtype(dtype) for dtype in (Tout if is_list else [Tout])]
    op_name = "PyFunc" if stateful else "PyFuncStateless"
    attrs = {"token": HostFunction.of(func, inputs), "Tout": wanted}
    results = _add(op_name, inputs, attrs, name)
    return results if is_list else results[0]


@public("compat.v1.py_func")
def py_func(
    func: Callable[..., Any],
    inp: Sequence[Any],
    Tout: Any,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """As `tf.numpy_function`.

    Args:
        func: the function; it gets NumPy values.
        inp: its arguments.
        Tout: the dtype of its result, or a list of them.
        stateful: False says that the function has no effects.
        name: name of the operation.

    Returns:
        The result as a tensor; a list where `Tout` is one.

    >>> tf.compat.v1.py_func(lambda x: x + 1, [tf.constant([1, 2])], tf.int32).numpy()
    array([2, 3], dtype=int32)
    """
    return numpy_function(func, inp, Tout, stateful, name)

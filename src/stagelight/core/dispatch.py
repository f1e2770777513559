"""The waist: `apply` is the only way from user code to a kernel or a graph node.

    apply(op, inputs, attrs)
        no stage:  the kernel runs on the arrays       -> EagerTensor
        a stage:   stage.add(op, inputs, attrs)        -> SymbolicTensor
        then every recorder is told of (op, inputs, attrs, outputs)

A *stage* is where operations go instead of running (a graph being built); a *recorder* follows what is
applied (a tape, a forward accumulator); a *callback* may look at or replace outputs (the check for NaN).
All three belong to a thread. An *evaluator* runs eager ops in place of `evaluate`, in all threads (a
profiler). The waist knows these words only, no graph and no tape.
"""

from __future__ import annotations

import gc
import importlib
import sys
import threading
import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from stagelight import errors
from stagelight.core.memory_errors import out_of_memory
from stagelight.core.op_def import OpDef, output_dtypes
from stagelight.core.tensor import EagerTensor, Tensor

_ndarray, _asarray = np.ndarray, np.asarray


class _NoAttrs(dict[str, Any]):
    """A mapping that stays empty. As a dict it is quicker to pass on than a proxy of one."""

    def __setitem__(self, name: str, value: Any) -> None:
        raise TypeError(f"NO_ATTRS stays empty; tried to set {name!r}.")

    setdefault = update = __setitem__  # type: ignore[assignment]


NO_ATTRS: Mapping[str, Any] = _NoAttrs()

# Infinities and NaN are results, not events. The filter is for this package's own calls of NumPy;
# `evaluate` serves who turns such warnings into errors.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"stagelight\.")


class Stage(Protocol):
    """Where operations go instead of running."""

    def add(
        self, op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """Adds an operation; returns it. It has `outputs`."""

    def variable_accessed(self, variable: Any) -> None:
        """Is told that a variable is about to be read or written."""


class Recorder(Protocol):
    """Follows what is applied in its thread."""

    def record(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        outputs: Sequence[Tensor],
    ) -> None:
        """Is told of one application."""

    def variable_accessed(self, variable: Any) -> None:
        """Is told that a trainable variable is about to be read."""


class Callback(Protocol):
    """Sees each application; may return outputs to take the place of the op's."""

    def __call__(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        outputs: Sequence[Tensor],
    ) -> Sequence[Tensor] | None: ...


class Evaluator(Protocol):
    """Evaluates an eager op as `evaluate` does."""

    def __call__(self, op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any: ...


class Context(threading.local):
    """A thread's stage, recorders, callbacks and evaluator, and what follows from them.

    Attributes:
        plain: there is none of them.
        followers: who is told of what is evaluated at once, the recorders; None where more happens to an
            op than that: with a stage, callbacks, an evaluator or a place. It is all that shortcuts ask for.
        place: which replica of a strategy runs, where a variable has a value for each; None outside of all.
        line: the line of execution: this thread, and those that run while it waits for them.
    """

    plain: bool
    followers: tuple[Any, ...] | None

    def __init__(self) -> None:
        self.stage: Any = None
        self.recorders: tuple[Any, ...] = ()
        self.callbacks: tuple[Callback, ...] = _callbacks_of_new_threads
        # Evaluates eager ops in place of `evaluate`, such as a profiler does; None most often.
        self.evaluator: Evaluator | None = _evaluator_of_threads
        self.device = ""
        self.name_scope = ""
        self.place: Any = None
        self.line = object()
        _derive(self.__dict__)
        _fields_of_threads[threading.get_ident()] = self.__dict__

    def update(self, **changes: Any) -> None:
        """Sets the given fields, and what follows from them."""
        fields = self.__dict__
        fields.update(changes)
        _derive(fields)


def _derive(fields: dict[str, Any]) -> None:
    """Sets what follows from the others among a thread's fields."""
    recorders = fields["recorders"]
    is_usual = fields["evaluator"] is None and fields["place"] is None
    if fields["stage"] is None and is_usual and not fields["callbacks"]:
        fields["plain"] = not recorders
        fields["followers"] = recorders
    else:
        fields["plain"] = False
        fields["followers"] = None


_callbacks_of_new_threads: tuple[Callback, ...] = ()
_evaluator_of_threads: Evaluator | None = None
_fields_of_threads: dict[int, dict[str, Any]] = {}
CONTEXT = Context()


_INHERITED = ("stage", "callbacks", "evaluator", "device", "name_scope", "place", "line")


def inherited_context() -> dict[str, Any]:
    """What a thread begins with that runs while this one waits for it: all but the recorders."""
    return {field: getattr(CONTEXT, field) for field in _INHERITED}


class pushed:
    """Changes fields of this thread's context for a while."""

    __slots__ = ("_before", "_changes")

    def __init__(self, **changes: Any) -> None:
        self._changes = changes

    def __enter__(self) -> None:
        self._before = {field: getattr(CONTEXT, field) for field in self._changes}
        CONTEXT.update(**self._changes)

    def __exit__(self, *exception: object) -> None:
        CONTEXT.update(**self._before)


def set_callbacks(callbacks: tuple[Callback, ...]) -> None:
    """Sets the callbacks of this thread and of threads yet to come."""
    global _callbacks_of_new_threads  # noqa: PLW0603 - new threads begin with them
    _callbacks_of_new_threads = callbacks
    CONTEXT.update(callbacks=callbacks)


def set_evaluator(evaluator: Evaluator | None) -> None:
    """Sets the evaluator of all threads, those yet to come included."""
    global _evaluator_of_threads  # noqa: PLW0603 - new threads begin with it
    _evaluator_of_threads = evaluator
    alive = _threads_alive()
    for thread, fields in list(_fields_of_threads.items()):
        if thread not in alive:
            del _fields_of_threads[thread]
            continue
        # Without shortcuts whatever the thread is about: what follows from its other fields it derives
        # itself, as it may be changing them.
        fields.update(evaluator=evaluator, plain=False, followers=None)
    _derive(CONTEXT.__dict__)


def _threads_alive() -> Collection[int]:
    """The identifiers of all threads that run, also of those that Python did not start."""
    # CPython 3.11 may wait for itself here, forever, if the collector runs meanwhile and calls Python.
    collects = gc.isenabled()
    gc.disable()
    try:
        return sys._current_frames().keys()
    finally:
        if collects:
            gc.enable()


def add_recorder(recorder: Recorder) -> None:
    """Tells a recorder of what this thread applies from now on."""
    fields = CONTEXT.__dict__
    fields["recorders"] = (*fields["recorders"], recorder)
    _derive(fields)


def remove_recorder(recorder: Recorder) -> None:
    """Ends what `add_recorder` began."""
    fields = CONTEXT.__dict__
    recorders = fields["recorders"]
    if recorders and recorders[-1] is recorder:
        fields["recorders"] = recorders[:-1]
    else:
        fields["recorders"] = tuple(r for r in recorders if r is not recorder)
    _derive(fields)


def apply(
    op_def: OpDef,
    inputs: Sequence[Tensor],
    attrs: Mapping[str, Any] = NO_ATTRS,
    name: str | None = None,
) -> Any:
    """Evaluates or stages an op, then tells the recorders.

    Args:
        op_def: the op.
        inputs: its tensors in one flat row; list arguments are spread out.
        attrs: the attrs that do not follow from the inputs; those with defaults may be missing.
        name: the operation's name in a graph.

    Returns:
        The output tensor of an op with one; for others the list of outputs, and for an op without any
        the graph's operation, or None when it ran.
    """
    context = CONTEXT
    if context.plain:
        return evaluate(op_def, inputs, attrs)
    if context.stage is None:
        run = context.evaluator or evaluate
        if context.followers is None and run is evaluate:
            _derive(context.__dict__)  # The evaluator may have been taken away by another thread.
        return _told(op_def, inputs, attrs, run(op_def, inputs, attrs))
    operation = context.stage.add(op_def, inputs, attrs, name)
    outputs = operation.outputs
    result = operation if not outputs else outputs[0] if op_def.has_one_output else outputs
    return _told(op_def, inputs, attrs, result, outputs)


def _told(
    op_def: OpDef,
    inputs: Sequence[Tensor],
    attrs: Mapping[str, Any],
    result: Any,
    outputs: Sequence[Tensor] | None = None,
) -> Any:
    """Tells callbacks and recorders of an application, and returns its result.

    Args:
        op_def, inputs, attrs: as for `apply`.
        result: what `apply` returns; a callback may put another in its place.
        outputs: the output tensors, where `result` is not the output or the list of them.
    """
    context = CONTEXT
    if outputs is None:
        outputs = (result,) if op_def.has_one_output else result or ()
    if context.callbacks:
        for callback in context.callbacks:
            replaced = callback(op_def, inputs, attrs, outputs)
            if replaced is not None:
                outputs = replaced
                result = outputs[0] if op_def.has_one_output else list(outputs)
    for recorder in context.recorders:
        recorder.record(op_def, inputs, attrs, outputs)
    return result


def recorded(
    followers: Sequence[Recorder],
    op_def: OpDef,
    inputs: Sequence[Tensor],
    attrs: Mapping[str, Any],
    output: EagerTensor,
) -> EagerTensor:
    """Tells this thread's followers of an op of one output, and returns that.

    Shortcuts that evaluate an op by themselves call it in place of `apply`, where there are followers.
    """
    outputs = (output,)
    for recorder in followers:
        recorder.record(op_def, inputs, attrs, outputs)
    return output


def evaluate(op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """Runs an op's kernel on eager tensors.

    Raises:
        OpError: of the kernel's choice; InvalidArgumentError for what NumPy refuses.
    """
    try:
        # Most ops have one or two inputs; for these it is spelled out.
        count = len(inputs)
        if count == 2:
            x, y = inputs[0]._array, inputs[1]._array
            is_small = x.size < LARGE and y.size < LARGE
            if is_small or (result := _evaluate_large(op_def, inputs, attrs)) is None:
                if op_def.ufunc is None or attrs:
                    result = op_def.kernel(np, x, y, **attrs)
                else:
                    result = op_def.ufunc(x, y, out=...)
        elif count == 1:
            x = inputs[0]._array
            if x.size < LARGE or (result := _evaluate_large(op_def, inputs, attrs)) is None:
                if op_def.ufunc is None or attrs:
                    result = op_def.kernel(np, x, **attrs)
                else:
                    result = op_def.ufunc(x, out=...)
        else:
            is_small = count == 0 or (
                inputs[0]._array.size < LARGE and inputs[-1]._array.size < LARGE
            )
            if is_small or (result := _evaluate_large(op_def, inputs, attrs)) is None:
                result = op_def.kernel(np, *[tensor._array for tensor in inputs], **attrs)
    except errors.OpError as error:
        raise _named(error, op_def) from None
    except (FloatingPointError, RuntimeWarning):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            result = op_def.kernel(np, *[tensor._array for tensor in inputs], **attrs)
    except (
        ValueError,
        TypeError,
        IndexError,
        OverflowError,
        ArithmeticError,
        MemoryError,
    ) as error:
        if not all(isinstance(tensor, EagerTensor) for tensor in inputs):
            raise  # A tensor of a graph has no value, and says so.
        exhausted = out_of_memory(error)
        if exhausted is not None:
            raise errors.ResourceExhaustedError(
                None, None, f"{op_def.name}: {exhausted} [Op:{op_def.name}]"
            ) from error
        raise _named(refusal(error, op_def, inputs, attrs), op_def) from error
    if op_def.has_one_output:
        if type(result) is not _ndarray:
            result = _asarray(result)
        sources = op_def.output_sources
        if sources is not None and type(sources[0]) is int:
            return EagerTensor(result, inputs[sources[0]]._dtype)
        return EagerTensor(result, output_dtypes(op_def, inputs, attrs)[0])
    if not op_def.outputs:
        return None
    dtypes = output_dtypes(op_def, inputs, attrs)
    if len(dtypes) != len(result):
        message = f"{op_def.name} has {len(result)} outputs, its attrs speak of {len(dtypes)}."
        raise errors.InvalidArgumentError(None, None, message)
    return [EagerTensor(_asarray(x), dtype) for x, dtype in zip(result, dtypes, strict=True)]


class LargeEvaluator(Protocol):
    """Evaluates ops on large arrays in a quicker way than their kernels."""

    def __call__(
        self, op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> Any:
        """The array of an op of one output, those of others; None if this one is left to the kernel."""


# Elements of an input from which on the evaluator of large arrays is asked.
LARGE = 1 << 15


_homes_of_evaluator: list[str] = []
_PACKAGE = __name__.partition(".")[0]


def _first_large(op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]) -> Any:
    """Imports the evaluator, which takes this function's place, and asks it."""
    for module in _homes_of_evaluator:
        importlib.import_module(f"{_PACKAGE}.{module}")
    if _evaluate_large is _first_large:
        return None
    return _evaluate_large(op_def, inputs, attrs)


_evaluate_large: LargeEvaluator = _first_large


def expect_large_evaluator(module: str) -> None:
    """Says which module of the package sets the evaluator when it is imported: with the first large array."""
    _homes_of_evaluator.append(module)


def evaluate_large(op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]) -> Any:
    """What the evaluator of large arrays gives for an op; None if it leaves it to the kernel."""
    return _evaluate_large(op_def, inputs, attrs)


def set_large_evaluator(evaluator: LargeEvaluator) -> None:
    """Sets who is asked for the results of ops on large arrays."""
    global _evaluate_large  # noqa: PLW0603 - the one evaluator of the process
    _evaluate_large = evaluator


def _named(error: errors.OpError, op_def: OpDef) -> errors.OpError:
    """The error with the op's name in its message, as TensorFlow shows it."""
    if "[Op:" in error.message or getattr(error, "is_located", False):
        return error
    return type(error)(None, None, f"{error.message} [Op:{op_def.name}]")


def refusal(
    error: Exception, op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any]
) -> errors.OpError:
    """The error that says what the op requires, where its inference can tell, else NumPy's words.

    Args:
        error: what NumPy raised.
        op_def, inputs, attrs: what it was asked for.
    """
    try:
        op_def.infer(*inputs, **attrs)
    except errors.OpError as required:
        return required
    except Exception:  # noqa: BLE001 - the inference met the same fault; NumPy's words stand
        pass
    received = ", ".join(f"{tensor.dtype.name}{list(tensor.shape)}" for tensor in inputs)
    message = f"{op_def.name}: {error}. Received inputs: {received}."
    return errors.InvalidArgumentError(None, None, message)

"""The errors, as a tree:

OpError                             an operation failed; has .op, .node_def, .message, .error_code
  CancelledError                    it was cancelled before it finished
  UnknownError                      a foreign cause without a better class
  InvalidArgumentError              a value has the wrong shape, dtype or range
  DeadlineExceededError             it did not finish in time
  NotFoundError                     a file, directory or key does not exist
  AlreadyExistsError                what should be created is there already
  PermissionDeniedError             the caller may not do this
  UnauthenticatedError              the caller is not known
  ResourceExhaustedError            memory, disk or a quota is used up
  FailedPreconditionError           the state forbids it: a variable is read before it has a value
  AbortedError                      a conflict between concurrent steps; trying again may help
  OutOfRangeError                   iteration or reading went past the end
  UnimplementedError                this operation is not supported here
  InternalError                     an invariant of the library is broken; a bug
  UnavailableError                  a service is away for now
  DataLossError                     stored data is corrupt
TypeError
  OperatorNotAllowedInGraphError    Python asked a symbolic tensor for a value it does not have
  InaccessibleTensorError           a symbolic tensor is used outside the function that made it;
                                    also a ValueError
  UnsupportedTypeError              a value cannot become a tensor; also a ValueError
StagingError                        staged user code failed with a class that cannot be rebuilt

TensorFlow's names, codes and constructors: `InvalidArgumentError(node_def, op, message)`. Where no
operation is at hand both are None. The module only defines; what a message must say is decided
where it is raised: what was required, what was received, what to try.
"""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Mapping
from typing import Any, TypeVar

from stagelight.public import public, publish

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16

_CODE_NAMES = (
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
)  # fmt: skip
for _code, _name in enumerate(_CODE_NAMES):
    publish(f"errors.{_name}", _code)


@public("errors.OpError")
class OpError(Exception):
    """An operation failed; the base of all errors that carry a code.

    >>> import stagelight as tf
    >>> error = tf.errors.OpError(None, None, "the disk is gone", tf.errors.DATA_LOSS)
    >>> print(error, error.error_code)
    the disk is gone 15
    """

    code: int = UNKNOWN

    def __init__(
        self,
        node_def: Any,
        op: Any,
        message: str,
        error_code: int | None = None,
        payloads: Mapping[str, bytes] | None = None,
    ) -> None:
        """Describes the failure of one operation.

        Args:
            node_def: The `NodeDef` of the operation, or None.
            op: The graph's `Operation`, or None when the operation ran eagerly.
            message: What went wrong.
            error_code: One of the codes of `tf.errors`; by default the class's own.
            payloads: Further details by type name.
        """
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = self.code if error_code is None else error_code
        self._payloads = dict(payloads or {})

    @property
    def message(self) -> str:
        """What went wrong, without the place."""
        return self._message

    @property
    def op(self) -> Any:
        """The `Operation` that failed, or None when it ran eagerly."""
        return self._op

    @property
    def node_def(self) -> Any:
        """The `NodeDef` of the operation that failed, or None."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The code of `tf.errors` for this kind of failure."""
        return self._error_code

    @property
    def experimental_payloads(self) -> dict[str, bytes]:
        """Further details by type name."""
        return self._payloads

    def __reduce__(self) -> tuple[Any, ...]:
        # The operation stays behind: a graph must not travel with an error to another process.
        return type(self), (None, None, self._message, self._error_code, self._payloads)

    def __str__(self) -> str:
        frames = getattr(self._op, "traceback", None)
        if not frames:
            return str(self._message)
        lines = "".join(traceback.format_list(frames))
        return f"{self._message}\n\nOriginal stack trace for {self._op.name!r}:\n{lines}"


@public("errors.CancelledError")
class CancelledError(OpError):
    """The operation was cancelled before it finished, for example by a closed session."""

    code = CANCELLED


@public("errors.UnknownError")
class UnknownError(OpError):
    """Something failed that has no better class, such as an exception inside `tf.py_function`."""

    code = UNKNOWN


@public("errors.InvalidArgumentError")
class InvalidArgumentError(OpError):
    """An operation received a value it cannot use: its shape, dtype or range is wrong.

    >>> import stagelight as tf
    >>> try:
    ...     tf.reshape([1, 2, 3], [2])
    ... except tf.errors.InvalidArgumentError:
    ...     print("three values do not fit into two places")
    three values do not fit into two places
    """

    code = INVALID_ARGUMENT


@public("errors.DeadlineExceededError")
class DeadlineExceededError(OpError):
    """The operation did not finish within the time it was given."""

    code = DEADLINE_EXCEEDED


@public("errors.NotFoundError")
class NotFoundError(OpError):
    """A file, directory, checkpoint key or other named thing does not exist."""

    code = NOT_FOUND


@public("errors.AlreadyExistsError")
class AlreadyExistsError(OpError):
    """What should be created exists already."""

    code = ALREADY_EXISTS


@public("errors.PermissionDeniedError")
class PermissionDeniedError(OpError):
    """The caller may not do this, for example read that file."""

    code = PERMISSION_DENIED


@public("errors.ResourceExhaustedError")
class ResourceExhaustedError(OpError):
    """Memory, disk space or a quota is used up. Smaller batches or shapes often help."""

    code = RESOURCE_EXHAUSTED


@public("errors.FailedPreconditionError")
class FailedPreconditionError(OpError):
    """The state of the system forbids the operation: a variable is read before it has a value."""

    code = FAILED_PRECONDITION


@public("errors.AbortedError")
class AbortedError(OpError):
    """The operation lost a conflict with another one that ran at the same time."""

    code = ABORTED


@public("errors.OutOfRangeError")
class OutOfRangeError(OpError):
    """Iteration or reading went past the end; how a dataset's iterator says that it is done."""

    code = OUT_OF_RANGE


@public("errors.UnimplementedError")
class UnimplementedError(OpError):
    """The operation is not supported for these arguments or on this device."""

    code = UNIMPLEMENTED


@public("errors.InternalError")
class InternalError(OpError):
    """The library broke one of its own invariants. This is a bug worth a report."""

    code = INTERNAL


@public("errors.UnavailableError")
class UnavailableError(OpError):
    """A service or device cannot be reached for now; trying again later may help."""

    code = UNAVAILABLE


@public("errors.DataLossError")
class DataLossError(OpError):
    """Stored data is corrupt or ends too early: a checksum of a record or checkpoint is wrong."""

    code = DATA_LOSS


@public("errors.UnauthenticatedError")
class UnauthenticatedError(OpError):
    """The caller did not say who it is, or was not believed."""

    code = UNAUTHENTICATED


@public("errors.OperatorNotAllowedInGraphError")
class OperatorNotAllowedInGraphError(TypeError):
    """Python asked a symbolic tensor for something that only a value can answer.

    Inside a graph a tensor has no value yet, so Python itself cannot run `if tensor:` and
    `for x in tensor:`. `tf.function` converts such code; elsewhere use `tf.cond` and `tf.map_fn`.
    """


class InaccessibleTensorError(TypeError, ValueError):
    """A symbolic tensor is used outside the function or branch that made it.

    A tensor that a staged function keeps in an attribute, a list or a global name is a name in that
    function's graph, not a value. Return it from the function, or keep it in a `tf.Variable` or a
    `tf.TensorArray`. (TensorFlow raises TypeError for functions and ValueError for branches; this
    class is both.)
    """


_Class = TypeVar("_Class", bound=type[ValueError])


def shown_as_value_error(error_class: _Class) -> _Class:
    """Makes errors of a subclass of ValueError print as `ValueError: ...`, as TensorFlow's do.

    They can be pickled nonetheless: by the place where the class was defined.
    """
    place = error_class.__module__, error_class.__qualname__

    def reduce(self: ValueError) -> tuple[Any, ...]:
        return _rebuild_error, (*place, self.args), self.__dict__

    error_class.__reduce__ = reduce  # type: ignore[method-assign, assignment]
    error_class.__name__ = error_class.__qualname__ = "ValueError"
    error_class.__module__ = "builtins"
    return error_class


def _rebuild_error(module: str, name: str, args: tuple[Any, ...]) -> Exception:
    """An error from its pickled form."""
    error: Exception = getattr(importlib.import_module(module), name)(*args)
    return error


@shown_as_value_error
class UnsupportedTypeError(ValueError, TypeError):
    """A value of a class that cannot become a tensor, such as a dict or a ragged tensor.

    (TensorFlow raises ValueError for eager operations and TypeError while a graph is built; this class
    is both.)
    """


class StagingError(Exception):
    """User code failed while it was staged, with an exception whose class cannot be built anew.

    Errors raised while a function is staged are re-raised with a message that leads to the user's
    own line. That takes a second exception of the same class with another message; where the
    class's constructor does not allow it, this class carries the message, `__cause__` the original.
    """


# Errors of staging by code: what each is about, as the title of its page in `docs/errors`.
STAGING_CODES = {
    "AG001": "The source of the function cannot be found",
    "AG002": "The source that was found is not what runs",
    "AG101": "A jump out of `finally`",
    "AG102": "A directive that is not the first statement of its loop",
    "AG103": "An exception of a branch that only the graph knows, caught outside of the branch",
    "AG201": "A set comprehension whose elements only the graph knows",
    "AG202": "A dict comprehension whose keys only the graph knows",
    "AG203": "An order of values that are no numbers",
    "AG204": "A list whose length only the graph knows is asked for what only Python could do",
    "AG205": "The elements of an empty list are not known",
    "AG206": "A call whose number of arguments only the graph knows",
    "AG207": "A list that changes while it is iterated over, and only the graph knows how",
    "AG208": "All entries of a dict are asked for, and only the graph knows which are there",
    "AG209": "A recursion that only the graph can end changes an object",
    "AG210": "A set, or the length of a deque, depends on tensors",
    "AG211": "A mutable element of a list whose length only the graph knows is changed",
    "AG212": "A list, dict or object that may be another one is changed",
    "AG213": "An iterator that Python advances is used where only the graph knows how far it is",
    "AG301": "A symbolic tensor is asked for a Python value",
    "AG302": "A symbol has other things in it on two ways",
    "AG303": "A symbol has two dtypes",
    "AG304": "A symbolic tensor is asked for a NumPy value",
    "AG305": "A condition is no scalar",
    "AG306": "A variable of `tf.while_loop` changes its dtype or shape",
    "AG307": "Branches of `tf.cond` give different results",
    "AG308": "The rows of a function cannot be computed at once",
    "AG401": "A variable is made on a call that is not the first",
    "AG402": "The initial value of a variable is not known while it is made",
    "AG403": "A symbolic tensor is used outside of the function that made it",
    "AG404": "Arguments do not fit the `input_signature`",
    "AG405": "An `input_signature` is no sequence of specs",
    "AG406": "A staged function returns what is no tensor",
    "AG407": "Arguments do not fit a concrete function",
    "AG408": "A recursion has no end, or does not say what it is called with",
    "AG409": "What only a graph has is asked for outside of one",
    "AG410": "A graph that is finished gets another operation",
    "AG411": "What only eager code can do is asked for while a function is traced",
    "AG412": "A function that is saved uses a variable that is not saved with it",
    "AG413": "Two critical sections use the same variable",
    "AG414": "A text that only Python can write is used in a function that is saved",
    "AG415": "A loop that Python runs adds operations to the graph without end",
    "AG416": "A function modifies its arguments while it is traced",
    "AG417": "A text with a tensor in it is used where Python needs its characters",
    "AG501": "ONNX cannot express an operation",
    "AG601": "A gradient of staged code needs what is not there",
}

Told = TypeVar("Told", bound=BaseException)


def with_code(error: Told, code: str) -> Told:
    """The error with its code as an attribute: for texts that programs compare to their end."""
    error.staging_code = code  # type: ignore[attr-defined]
    return error


_class_of_code = {kind.code: kind for kind in OpError.__subclasses__()}


def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The class for a code of `tf.errors`.

    Raises:
        KeyError: no class has this code.

    >>> tf.compat.v1.errors.exception_type_from_error_code(tf.errors.NOT_FOUND)
    <class 'stagelight.errors.NotFoundError'>
    """
    return _class_of_code[error_code]


def error_code_from_exception_type(cls: type[OpError]) -> int:
    """The code of an error class; `UNKNOWN` for classes without one of their own.

    >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
    5
    """
    return cls.code if cls in _class_of_code.values() else UNKNOWN


publish("compat.v1.errors.exception_type_from_error_code", exception_type_from_error_code)
publish("compat.v1.errors.error_code_from_exception_type", error_code_from_exception_type)


def invalid_argument(message: str) -> InvalidArgumentError:
    """An `InvalidArgumentError` where no operation is at hand."""
    return InvalidArgumentError(None, None, message)

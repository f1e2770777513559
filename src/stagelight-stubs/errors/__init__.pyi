"""Public names of `tf.errors`. Written by `scripts/public_stubs.py`."""

from typing import Any
from __future__ import annotations
import importlib
import traceback
from collections.abc import Mapping
from typing import Any, TypeVar
from stagelight.public import public, publish
OK: int
CANCELLED: int
UNKNOWN: int
INVALID_ARGUMENT: int
DEADLINE_EXCEEDED: int
NOT_FOUND: int
ALREADY_EXISTS: int
PERMISSION_DENIED: int
RESOURCE_EXHAUSTED: int
FAILED_PRECONDITION: int
ABORTED: int
OUT_OF_RANGE: int
UNIMPLEMENTED: int
INTERNAL: int
UNAVAILABLE: int
DATA_LOSS: int
UNAUTHENTICATED: int
_CODE_NAMES: Any
class OpError(Exception):
    """An operation failed; the base of all errors that carry a code.

    >>> import stagelight as tf
    >>> error = tf.errors.OpError(None, None, "the disk is gone", tf.errors.DATA_LOSS)
    >>> print(error, error.error_code)
    the disk is gone 15
    """
    code: int

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int | None=None, payloads: Mapping[str, bytes] | None=None) -> None:
        """Describes the failure of one operation.

        Args:
            node_def: The `NodeDef` of the operation, or None.
            op: The graph's `Operation`, or None when the operation ran eagerly.
            message: What went wrong.
            error_code: One of the codes of `tf.errors`; by default the class's own.
            payloads: Further details by type name.
        """

    @property
    def message(self) -> str:
        """What went wrong, without the place."""

    @property
    def op(self) -> Any:
        """The `Operation` that failed, or None when it ran eagerly."""

    @property
    def node_def(self) -> Any:
        """The `NodeDef` of the operation that failed, or None."""

    @property
    def error_code(self) -> int:
        """The code of `tf.errors` for this kind of failure."""

    @property
    def experimental_payloads(self) -> dict[str, bytes]:
        """Further details by type name."""

    def __reduce__(self) -> tuple[Any, ...]:
        ...

    def __str__(self) -> str:
        ...
class CancelledError(OpError):
    """The operation was cancelled before it finished, for example by a closed session."""
    code: Any
class UnknownError(OpError):
    """Something failed that has no better class, such as an exception inside `tf.py_function`."""
    code: Any
class InvalidArgumentError(OpError):
    """An operation received a value it cannot use: its shape, dtype or range is wrong.

    >>> import stagelight as tf
    >>> try:
    ...     tf.reshape([1, 2, 3], [2])
    ... except tf.errors.InvalidArgumentError:
    ...     print("three values do not fit into two places")
    three values do not fit into two places
    """
    code: Any
class DeadlineExceededError(OpError):
    """The operation did not finish within the time it was given."""
    code: Any
class NotFoundError(OpError):
    """A file, directory, checkpoint key or other named thing does not exist."""
    code: Any
class AlreadyExistsError(OpError):
    """What should be created exists already."""
    code: Any
class PermissionDeniedError(OpError):
    """The caller may not do this, for example read that file."""
    code: Any
class ResourceExhaustedError(OpError):
    """Memory, disk space or a quota is used up. Smaller batches or shapes often help."""
    code: Any
class FailedPreconditionError(OpError):
    """The state of the system forbids the operation: a variable is read before it has a value."""
    code: Any
class AbortedError(OpError):
    """The operation lost a conflict with another one that ran at the same time."""
    code: Any
class OutOfRangeError(OpError):
    """Iteration or reading went past the end; how a dataset's iterator says that it is done."""
    code: Any
class UnimplementedError(OpError):
    """The operation is not supported for these arguments or on this device."""
    code: Any
class InternalError(OpError):
    """The library broke one of its own invariants. This is a bug worth a report."""
    code: Any
class UnavailableError(OpError):
    """A service or device cannot be reached for now; trying again later may help."""
    code: Any
class DataLossError(OpError):
    """Stored data is corrupt or ends too early: a checksum of a record or checkpoint is wrong."""
    code: Any
class UnauthenticatedError(OpError):
    """The caller did not say who it is, or was not believed."""
    code: Any
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
_Class: Any
def shown_as_value_error(error_class: _Class) -> _Class:
    """Makes errors of a subclass of ValueError print as `ValueError: ...`, as TensorFlow's do.

    They can be pickled nonetheless: by the place where the class was defined.
    """
def _rebuild_error(module: str, name: str, args: tuple[Any, ...]) -> Exception:
    """An error from its pickled form."""
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
STAGING_CODES: Any
Told = TypeVar('Told', bound=BaseException)
def with_code(error: Told, code: str) -> Told:
    """The error with its code as an attribute: for texts that programs compare to their end."""
_class_of_code: Any
def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The class for a code of `tf.errors`.

    Raises:
        KeyError: no class has this code.

    >>> tf.compat.v1.errors.exception_type_from_error_code(tf.errors.NOT_FOUND)
    <class 'stagelight.errors.NotFoundError'>
    """
def error_code_from_exception_type(cls: type[OpError]) -> int:
    """The code of an error class; `UNKNOWN` for classes without one of their own.

    >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
    5
    """
def invalid_argument(message: str) -> InvalidArgumentError:
    """An `InvalidArgumentError` where no operation is at hand."""
from typing import Any

ABORTED: int
ALREADY_EXISTS: int
CANCELLED: int
DATA_LOSS: int
DEADLINE_EXCEEDED: int
FAILED_PRECONDITION: int
INTERNAL: int
INVALID_ARGUMENT: int
NOT_FOUND: int
OK: int
OUT_OF_RANGE: int
PERMISSION_DENIED: int
RESOURCE_EXHAUSTED: int
UNAUTHENTICATED: int
UNAVAILABLE: int
UNIMPLEMENTED: int
UNKNOWN: int

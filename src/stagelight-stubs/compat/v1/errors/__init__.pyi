"""Public names of `tf.compat.v1.errors`. Written by `scripts/public_stubs.py`."""

from stagelight.errors import AbortedError as AbortedError
from stagelight.errors import AlreadyExistsError as AlreadyExistsError
from stagelight.errors import CancelledError as CancelledError
from stagelight.errors import DataLossError as DataLossError
from stagelight.errors import DeadlineExceededError as DeadlineExceededError
from stagelight.errors import FailedPreconditionError as FailedPreconditionError
from stagelight.errors import InternalError as InternalError
from stagelight.errors import InvalidArgumentError as InvalidArgumentError
from stagelight.errors import NotFoundError as NotFoundError
from stagelight.errors import OpError as OpError
from stagelight.errors import OperatorNotAllowedInGraphError as OperatorNotAllowedInGraphError
from stagelight.errors import OutOfRangeError as OutOfRangeError
from stagelight.errors import PermissionDeniedError as PermissionDeniedError
from stagelight.errors import ResourceExhaustedError as ResourceExhaustedError
from stagelight.errors import UnauthenticatedError as UnauthenticatedError
from stagelight.errors import UnavailableError as UnavailableError
from stagelight.errors import UnimplementedError as UnimplementedError
from stagelight.errors import UnknownError as UnknownError
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
def error_code_from_exception_type(cls: Any) -> int:
    """The code of an error class; `UNKNOWN` for classes without one of their own.

    >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
    5
    """
def exception_type_from_error_code(error_code: int) -> Any:
    """The class for a code of `tf.errors`.

    Raises:
        KeyError: no class has this code.

    >>> tf.compat.v1.errors.exception_type_from_error_code(tf.errors.NOT_FOUND)
    <class 'stagelight.errors.NotFoundError'>
    """

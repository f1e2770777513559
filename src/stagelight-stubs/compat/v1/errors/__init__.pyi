"""Public names of `tf.compat.v1.errors`. Written by `scripts/public_stubs.py`."""

from stagelight.errors import ABORTED as ABORTED
from stagelight.errors import ALREADY_EXISTS as ALREADY_EXISTS
from stagelight.errors import AbortedError as AbortedError
from stagelight.errors import AlreadyExistsError as AlreadyExistsError
from stagelight.errors import CANCELLED as CANCELLED
from stagelight.errors import CancelledError as CancelledError
from stagelight.errors import DATA_LOSS as DATA_LOSS
from stagelight.errors import DEADLINE_EXCEEDED as DEADLINE_EXCEEDED
from stagelight.errors import DataLossError as DataLossError
from stagelight.errors import DeadlineExceededError as DeadlineExceededError
from stagelight.errors import FAILED_PRECONDITION as FAILED_PRECONDITION
from stagelight.errors import FailedPreconditionError as FailedPreconditionError
from stagelight.errors import INTERNAL as INTERNAL
from stagelight.errors import INVALID_ARGUMENT as INVALID_ARGUMENT
from stagelight.errors import InternalError as InternalError
from stagelight.errors import InvalidArgumentError as InvalidArgumentError
from stagelight.errors import NOT_FOUND as NOT_FOUND
from stagelight.errors import NotFoundError as NotFoundError
from stagelight.errors import OK as OK
from stagelight.errors import OUT_OF_RANGE as OUT_OF_RANGE
from stagelight.errors import OpError as OpError
from stagelight.errors import OperatorNotAllowedInGraphError as OperatorNotAllowedInGraphError
from stagelight.errors import OutOfRangeError as OutOfRangeError
from stagelight.errors import PERMISSION_DENIED as PERMISSION_DENIED
from stagelight.errors import PermissionDeniedError as PermissionDeniedError
from stagelight.errors import RESOURCE_EXHAUSTED as RESOURCE_EXHAUSTED
from stagelight.errors import ResourceExhaustedError as ResourceExhaustedError
from stagelight.errors import UNAUTHENTICATED as UNAUTHENTICATED
from stagelight.errors import UNAVAILABLE as UNAVAILABLE
from stagelight.errors import UNIMPLEMENTED as UNIMPLEMENTED
from stagelight.errors import UNKNOWN as UNKNOWN
from stagelight.errors import UnauthenticatedError as UnauthenticatedError
from stagelight.errors import UnavailableError as UnavailableError
from stagelight.errors import UnimplementedError as UnimplementedError
from stagelight.errors import UnknownError as UnknownError
from typing import Any

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

"""The tree of errors, their codes, and how they print and travel."""

import pickle
import traceback

import pytest

from stagelight import errors
from stagelight.public import public_table
from stagelight.staging.call_signature import SignatureMismatch

CODES = {
    errors.CancelledError: errors.CANCELLED,
    errors.UnknownError: errors.UNKNOWN,
    errors.InvalidArgumentError: errors.INVALID_ARGUMENT,
    errors.DeadlineExceededError: errors.DEADLINE_EXCEEDED,
    errors.NotFoundError: errors.NOT_FOUND,
    errors.AlreadyExistsError: errors.ALREADY_EXISTS,
    errors.PermissionDeniedError: errors.PERMISSION_DENIED,
    errors.ResourceExhaustedError: errors.RESOURCE_EXHAUSTED,
    errors.FailedPreconditionError: errors.FAILED_PRECONDITION,
    errors.AbortedError: errors.ABORTED,
    errors.OutOfRangeError: errors.OUT_OF_RANGE,
    errors.UnimplementedError: errors.UNIMPLEMENTED,
    errors.InternalError: errors.INTERNAL,
    errors.UnavailableError: errors.UNAVAILABLE,
    errors.DataLossError: errors.DATA_LOSS,
    errors.UnauthenticatedError: errors.UNAUTHENTICATED,
}


class Operation:
    name = "Add_1"
    traceback = [traceback.FrameSummary("model.py", 12, "call", lookup_line=False, line="x + y")]


def test_codes_number_every_class_from_one():
    assert sorted(CODES.values()) == list(range(1, 17))


@pytest.mark.parametrize(("kind", "code"), CODES.items())
def test_class_and_code_name_each_other(kind, code):
    error = kind(None, None, "message")
    assert isinstance(error, errors.OpError)
    assert (error.error_code, error.message) == (code, "message")
    assert errors.exception_type_from_error_code(code) is kind
    assert errors.error_code_from_exception_type(kind) == code


@pytest.mark.parametrize("kind", CODES)
def test_classes_are_public_under_errors(kind):
    assert public_table()[f"errors.{kind.__name__}"] is kind


def test_codes_are_public_under_errors():
    assert public_table()["errors.OK"] == 0
    assert public_table()["errors.UNAUTHENTICATED"] == 16


def test_error_keeps_what_it_was_made_of():
    error = errors.OpError("node", "op", "message", errors.ABORTED, {"kind": b"x"})
    assert (error.node_def, error.op, error.error_code) == ("node", "op", errors.ABORTED)
    assert error.experimental_payloads == {"kind": b"x"}


def test_base_error_without_code_is_unknown():
    assert errors.OpError(None, None, "message").error_code == errors.UNKNOWN


def test_text_is_the_message():
    assert str(errors.NotFoundError(None, None, "no file")) == "no file"


def test_text_names_the_place_where_a_graph_operation_was_made():
    text = str(errors.InvalidArgumentError(None, Operation(), "bad shape"))
    assert text.startswith("bad shape\n\nOriginal stack trace for 'Add_1':\n")
    assert 'File "model.py", line 12' in text


def test_error_travels_without_its_operation():
    error = errors.DataLossError("node", Operation(), "cut off", payloads={"kind": b"x"})
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is errors.DataLossError
    assert (again.message, again.error_code, again.op) == ("cut off", errors.DATA_LOSS, None)
    assert again.experimental_payloads == {"kind": b"x"}


def test_unknown_class_has_the_unknown_code():
    class Custom(errors.NotFoundError):
        pass

    assert errors.error_code_from_exception_type(Custom) == errors.UNKNOWN


def test_unknown_code_has_no_class():
    with pytest.raises(KeyError):
        errors.exception_type_from_error_code(99)


def test_errors_about_symbolic_tensors_are_type_errors():
    assert issubclass(errors.OperatorNotAllowedInGraphError, TypeError)
    assert issubclass(errors.InaccessibleTensorError, TypeError)
    assert issubclass(errors.InaccessibleTensorError, ValueError)


def test_invalid_argument_makes_an_error_without_operation():
    error = errors.invalid_argument("what")
    assert type(error) is errors.InvalidArgumentError
    assert (str(error), error.op, error.node_def) == ("what", None, None)


@pytest.mark.parametrize("error_class", [errors.UnsupportedTypeError, SignatureMismatch])
def test_errors_that_are_both_print_as_value_errors_and_can_be_pickled(error_class):
    error = error_class("what")
    error.add_note("why")
    assert issubclass(error_class, ValueError) and issubclass(error_class, TypeError)
    assert traceback.format_exception_only(error) == ["ValueError: what\n", "why\n"]
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args, again.__notes__) == (error_class, ("what",), ["why"])

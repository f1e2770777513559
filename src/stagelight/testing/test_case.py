"""`tf.test.TestCase`: assertions about tensors, arrays and structures of them."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import ml_dtypes
import numpy as np

from stagelight import nest
from stagelight.core.composite import is_composite
from stagelight.core.tensor import TensorValue
from stagelight.errors import InvalidArgumentError, OpError
from stagelight.formats import schema
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import RaggedTensorValue
from stagelight.ops.random.streams import set_seed
from stagelight.public import public
from stagelight.testing.python_assertions import PythonAssertions
from stagelight.testing.sessions import TestSessions
from stagelight.testing.temporary_files import TemporaryFile, TemporaryFolder
from stagelight.testing.threads import CapturedWrites, CheckedThread, captured_writes
from stagelight.types.devices import canonical_name
from stagelight.types.dtypes import as_dtype

# The seed that each test begins with.
_SEED = 87654321

_Predicate = str | Callable[[BaseException], Any]


@public("test.TestCase")
class TestCase(PythonAssertions, TestSessions):
    """A `unittest.TestCase` with assertions about tensors. Before each test the seeds are set.

    Values are tensors, variables, arrays, numbers, nested lists of them, or for `assertAllClose` structures:
    mappings, lists and tuples of values.

    >>> class SquareTest(tf.test.TestCase):
    ...     def test_square(self):
    ...         self.assertAllClose(tf.square([1.0, 3.0]), [1.0, 9.0])
    >>> SquareTest("test_square").run().wasSuccessful()
    True
    """

    def setUp(self) -> None:
        """Sets the seeds of Python, NumPy and the library; empties the graph that graph programs share."""
        super().setUp()
        self._reset_shared_graph()
        random.seed(_SEED)
        np.random.seed(_SEED)
        set_seed(_SEED)

    def get_temp_dir(self) -> str:
        """A folder for the test's files, which is removed after it."""
        if not hasattr(self, "_folder"):
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            self._folder = folder.name
        return self._folder

    def create_tempdir(self, name: str | None = None, cleanup: Any = None) -> TemporaryFolder:
        """A folder of this test, which is removed after it.

        Args:
            name: its name, perhaps with further folders; None for a name that is free.
            cleanup: accepted for compatibility.
        """
        return TemporaryFolder(self.get_temp_dir()).mkdir(name)

    def create_tempfile(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
        cleanup: Any = None,
    ) -> TemporaryFile:
        """A file of this test, which is removed after it.

        Args:
            file_path: its name, perhaps with folders; None for a name that is free.
            content: text or bytes; None for an empty file.
            mode, encoding, errors: how it is written.
            cleanup: accepted for compatibility.
        """
        folder = TemporaryFolder(self.get_temp_dir())
        return folder.create_file(file_path, content, mode, encoding, errors)

    def checkedThread(
        self,
        target: Callable[..., Any],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> CheckedThread:
        """A thread with `start` and `join`, whose error fails the test; it has to be joined."""
        thread = CheckedThread(self, target, args, kwargs)
        self.addCleanup(thread.require_joined)
        return thread

    def captureWritesToStream(self, stream: Any) -> AbstractContextManager[CapturedWrites]:
        """Takes what is written to a stream with a file descriptor: `with ... as captured`."""
        return captured_writes(stream, self.get_temp_dir())

    # -- Equal and close

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Fails unless the values have equal shapes and elements; NaN is equal to NaN."""
        if _is_ragged(a) or _is_ragged(b):
            rows_of_a, rows_of_b = (_rows_of(self._known(x)) for x in (a, b))
            self.assertEqual(rows_of_a, rows_of_b, msg)
            return
        left, right = self._arrays(a, b)
        self._require_equal_shapes(left, right, msg)
        differ = ~_are_equal(left, right)
        if differ.any():
            note = f"not equal lhs = {left[differ]!r}\nnot equal rhs = {right[differ]!r}"
            note += f"\n{msg}" if msg else ""
            np.testing.assert_array_equal(left, right, err_msg=note)

    def _GetNdArray(self, a: Any) -> np.ndarray:  # What libraries ask of TensorFlow's.
        return _array(self._known(a))

    def _arrays(self, a: Any, b: Any) -> tuple[np.ndarray, np.ndarray]:
        a, b = self.evaluate_if_both_tensors(a, b)
        return self._GetNdArray(a), self._GetNdArray(b)

    def assertNotAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Fails if the values have equal shapes and elements."""
        self._require_failure(
            self.assertAllEqual, a, b, "The two values are equal at all elements. ", msg
        )

    def assertAllClose(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None
    ) -> None:
        """Fails unless `|a - b| <= atol + rtol * |b|` for all elements of structures that are alike."""
        a, b = self.evaluate_if_both_tensors(a, b)
        self._require_close(self._known(a), self._known(b), rtol, atol, msg, ())

    def _require_close(
        self, a: Any, b: Any, rtol: float, atol: float, msg: str | None, path: tuple[Any, ...]
    ) -> None:
        if isinstance(a, Mapping) or isinstance(b, Mapping):
            self.assertIsInstance(a, Mapping, msg)
            self.assertIsInstance(b, Mapping, msg)
            self.assertEqual(set(a), set(b), msg)
            for key in a:
                self._require_close(a[key], b[key], rtol, atol, msg, (*path, key))
        elif _is_ragged(a) or _is_ragged(b):
            self._require_close_rows(a, b, rtol, atol, msg, path)
        elif _is_structure(a) or _is_structure(b):
            self.assertEqual(len(a), len(b), msg)
            for place, (left, right) in enumerate(zip(a, b, strict=True)):
                self._require_close(left, right, rtol, atol, msg, (*path, place))
        else:
            self._require_close_arrays(_array(a), _array(b), rtol, atol, msg, path)

    def _require_close_rows(
        self, a: Any, b: Any, rtol: float, atol: float, msg: str | None, path: tuple[Any, ...]
    ) -> None:
        left, right = _rows_of(a), _rows_of(b)
        self.assertEqual(
            nest.map_structure(_nothing, left), nest.map_structure(_nothing, right), msg
        )
        flat = np.array(nest.flatten(left)), np.array(nest.flatten(right))
        self._require_close_arrays(*flat, rtol, atol, msg, path)

    def _require_close_arrays(
        self,
        left: np.ndarray,
        right: np.ndarray,
        rtol: float,
        atol: float,
        msg: str | None,
        path: tuple[Any, ...],
    ) -> None:
        self._require_equal_shapes(left, right, msg)
        # NumPy's own comparison does not know all small floating point formats.
        left, right = _widened(left), _widened(right)
        if not np.allclose(left, right, rtol=rtol, atol=atol, equal_nan=True):
            place = "".join(f"[{key}]" for key in path)
            note = f"Mismatched value: a{place} is different from b{place}. {msg or ''}"
            np.testing.assert_allclose(
                left, right, rtol=rtol, atol=atol, err_msg=note, equal_nan=True
            )

    def assertNotAllClose(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None
    ) -> None:
        """Fails if `assertAllClose` does not."""

        def close(left: Any, right: Any) -> None:
            self.assertAllClose(left, right, rtol, atol)

        self._require_failure(close, a, b, "The two values are close at all elements. ", msg)

    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: str | None = None,
    ) -> None:
        """`assertAllClose` with the tolerances of the coarser of the two dtypes."""
        left, right = self._arrays(a, b)
        for dtypes, own_rtol, own_atol in (
            ((np.dtype(np.float32), np.dtype(np.complex64)), float_rtol, float_atol),
            ((np.dtype(np.float16),), half_rtol, half_atol),
            ((np.dtype(ml_dtypes.bfloat16),), bfloat16_rtol, bfloat16_atol),
        ):
            if left.dtype in dtypes or right.dtype in dtypes:
                rtol, atol = max(rtol, own_rtol), max(atol, own_atol)
        self.assertAllClose(left, right, rtol, atol, msg)

    def assertNear(self, f1: Any, f2: Any, err: float, msg: str | None = None) -> None:
        """Fails unless two numbers differ by at most `err`."""
        difference = abs(f1 - f2)
        if not (f1 == f2 or difference <= err):
            self.fail(f"{f1:f} != {f2:f} +/- {err:f} (difference: {difference})" + _note(msg))

    def assertArrayNear(
        self, farray1: Sequence[Any], farray2: Sequence[Any], err: float, msg: str | None = None
    ) -> None:
        """Fails unless two rows of numbers differ by at most `err` each."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for f1, f2 in zip(farray1, farray2, strict=True):
            self.assertNear(float(f1), float(f2), err, msg)

    def assertNDArrayNear(
        self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless the Euclidean norm of the difference is less than `err`."""
        left, right = self._arrays(ndarray1, ndarray2)
        self._require_equal_shapes(left, right, msg)
        distance = float(np.linalg.norm((left - right).reshape(-1)))
        if not distance < err:
            self.fail(f"The arrays are {distance} apart; less than {err} is required." + _note(msg))

    def _require_equal_shapes(self, left: np.ndarray, right: np.ndarray, msg: str | None) -> None:
        if left.shape != right.shape:
            text = f"Shape mismatch: expected {left.shape}, got {right.shape}. Contents: {right!r}."
            self.assertEqual(left.shape, right.shape, text + _note(msg))

    def _require_failure(
        self, check: Callable[[Any, Any], None], a: Any, b: Any, text: str, msg: str | None
    ) -> None:
        try:
            check(a, b)
        except AssertionError:
            return
        self.fail(text + (msg or ""))

    # -- Each element

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are greater."""
        self.assertGreater(self._GetNdArray(a).min(), comparison_target)

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are less."""
        self.assertLess(self._GetNdArray(a).max(), comparison_target)

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are greater or equal."""
        self.assertGreaterEqual(self._GetNdArray(a).min(), comparison_target)

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are less or equal."""
        self.assertLessEqual(self._GetNdArray(a).max(), comparison_target)

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fails unless all elements are between two bounds; NaN is not."""
        values = self._GetNdArray(target)
        above = values > lower_bound if open_lower_bound else values >= lower_bound
        below = values < upper_bound if open_upper_bound else values <= upper_bound
        outside = ~(above & below)
        if outside.any():
            left = "(" if open_lower_bound else "["
            right = ")" if open_upper_bound else "]"
            places = "\n".join(
                f"  {[int(i) for i in place]} : {values[tuple(place)]}"
                for place in np.argwhere(outside)[:10]
            )
            self.fail(
                f"{outside.sum()} of the {values.size} element(s) are outside the range "
                f"{left}{lower_bound}, {upper_bound}{right}. Subscript(s) and value(s) of the offending "
                f"elements:\n{places}"
            )

    def assertAllInSet(self, target: Any, expected_set: Iterable[Any]) -> None:
        """Fails unless all elements are among the given ones."""
        expected = list(expected_set)
        others = [
            value for value in np.unique(self._GetNdArray(target)).tolist() if value not in expected
        ]
        if others:
            self.fail(
                f"{len(others)} unique element(s) are not in the set {expected}: {others[:10]}"
            )

    # -- Shapes, dtypes, devices, messages

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: str | None = None) -> None:
        """Fails unless two values have the same shape."""
        self.assertAllEqual(list(np.shape(input_a)), [*input_b.shape], msg)

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:
        """Fails unless a value has a dtype."""
        found = as_dtype(getattr(target, "dtype", None) or _array(target).dtype)
        self.assertEqual(found, as_dtype(expected_dtype))

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: str | None = None) -> None:
        """Fails unless two names mean the same device."""
        first, second = canonical_name(device1), canonical_name(device2)
        self.assertEqual(first, second, f"Devices {first} and {second} are not equal. {msg}")

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: str | None = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """Fails unless two messages are equal; the expected one may be a text.

        Raises:
            NotImplementedError: `relative_tolerance` is given: compare the numbers with `assertAllClose`.
        """
        if relative_tolerance is not None:
            raise NotImplementedError(
                "assertProtoEquals compares exactly. Compare numbers with assertAllClose."
            )
        expected = expected_message_maybe_ascii
        if isinstance(expected, str):
            expected = type(validate_message)()
            schema.parse_text(expected_message_maybe_ascii, expected)
        self.assertMultiLineEqual(str(expected), str(validate_message), msg)

    # -- Errors

    @contextmanager
    def assertRaisesWithPredicateMatch(
        self, exception_type: Any, expected_err_re_or_predicate: _Predicate
    ) -> Iterator[None]:
        """Fails unless an error of the class is raised whose text matches, or for which a function is true.

        Args:
            exception_type: The class, or a tuple of them.
            expected_err_re_or_predicate: A regular expression that is searched in the text, or a function.
        """
        try:
            yield
        except exception_type as error:
            wanted = expected_err_re_or_predicate
            text = error.message if isinstance(error, OpError) else str(error)
            matches = wanted(error) if callable(wanted) else re.search(wanted, text)
            if not matches:
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error
        else:
            name = getattr(exception_type, "__name__", exception_type)
            self.fail(f"{name} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate: _Predicate) -> Any:
        """`assertRaisesWithPredicateMatch` of `tf.errors.OpError`."""
        return self.assertRaisesWithPredicateMatch(OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(
        self, exception_type: Any = InvalidArgumentError
    ) -> Any:
        """Fails unless an error about shapes that do not go together is raised."""
        return self.assertRaisesWithPredicateMatch(
            exception_type, r"Incompatible shapes|must be equal"
        )


def _nothing(_: Any) -> None:
    return None


def _note(msg: str | None) -> str:
    return f" : {msg}" if msg else ""


def _is_structure(value: Any) -> bool:
    """Whether it is a list or tuple that is compared element by element."""
    if not isinstance(value, (list, tuple)):
        return False
    if any(isinstance(item, (Mapping, tuple)) or is_composite(item) for item in value):
        return True
    try:
        return np.array([_array(item) for item in value]).dtype.hasobject
    except ValueError:  # Of different shapes.
        return True


def _array(value: Any) -> np.ndarray:
    if isinstance(value, TensorValue) and hasattr(value, "numpy"):
        return np.asarray(value.numpy())
    if isinstance(value, (list, tuple)):
        return np.array([_array(item) for item in value])
    return np.asarray(value)


def _widened(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32) if array.dtype.kind == "V" else array


def _as_text(array: np.ndarray) -> np.ndarray:
    """Strings of either kind as Python's text of bytes."""
    if array.dtype.kind == "U":
        return np.char.encode(array, "utf-8").astype(object)
    return array.astype(object) if array.dtype.kind == "S" else array


def _are_equal(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    left, right = _as_text(left), _as_text(right)
    same = np.asarray(left == right)
    if left.dtype.kind in "fc" and right.dtype.kind in "fc":
        same = same | (np.isnan(left) & np.isnan(right))
    return same


def _is_ragged(value: Any) -> bool:
    return isinstance(value, (RaggedTensor, RaggedTensorValue))


def _rows_of(value: Any) -> Any:
    if _is_ragged(value):
        return value.to_list()
    return value.tolist() if isinstance(value, np.ndarray) else value

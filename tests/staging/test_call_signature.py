"""Arguments are bound to parameters as Python binds them, each form of call once."""

from __future__ import annotations

import inspect
import re

import pytest

import stagelight as tf
from stagelight.staging import call_signature
from stagelight.staging.call_signature import CallSignature


def plain(a, b, c=3):
    """By position, with a default."""


def keyword_only(a, *, b, c=3):
    """Some by keyword only."""


def gathering(a, *rest, b=2, **others):
    """Takes whatever comes."""


def by_position_only(a, /, b=2):
    """The first by position only."""


CALLS = [
    (plain, (1, 2), {}),
    (plain, (1, 2, 4), {}),
    (plain, (1,), {"b": 2}),
    (plain, (), {"c": 1, "b": 2, "a": 3}),
    (keyword_only, (1,), {"b": 2}),
    (keyword_only, (), {"c": 5, "b": 2, "a": 1}),
    (gathering, (1,), {}),
    (gathering, (1, 2, 3), {"b": 4}),
    (gathering, (1, 2, 3), {"d": 4, "e": 5}),
    (by_position_only, (1,), {}),
    (by_position_only, (1,), {"b": 3}),
]


@pytest.mark.parametrize(("function", "args", "kwargs"), CALLS)
def test_arguments_come_where_python_binds_them(function, args, kwargs):
    signature = CallSignature(function)
    expected = inspect.signature(function).bind(*args, **kwargs)
    expected.apply_defaults()
    for _ in range(2):  # The second time by what was found the first time.
        bound_args, bound_kwargs = signature.bind(args, kwargs)
        assert bound_args == expected.args
        assert list(bound_kwargs.items()) == list(expected.kwargs.items())


def test_forms_of_calls_do_not_mix():
    signature = CallSignature(plain)
    assert signature.bind((1,), {"b": 2}) == ((1, 2, 3), {})
    assert signature.bind((7,), {"c": 1, "b": 8}) == ((7, 8, 1), {})
    assert signature.bind((7,), {"b": 8, "c": 1}) == ((7, 8, 1), {})


@pytest.mark.parametrize(
    ("args", "kwargs", "told"),
    [
        ((), {}, "missing a required argument: 'a'"),
        ((1, 2, 3, 4), {}, "too many positional arguments"),
        ((1,), {"z": 2}, "'z'"),
        ((1, 2), {"a": 2}, "multiple values for argument 'a'"),
    ],
)
def test_what_does_not_fit_is_refused_each_time(args, kwargs, told):
    signature = CallSignature(plain)
    for _ in range(2):
        with pytest.raises(TypeError, match=r"^plain\(\) ") as error:
            signature.bind(args, kwargs)
        assert told in str(error.value) or "required" in str(error.value)


def test_forms_of_calls_are_bounded(monkeypatch):
    monkeypatch.setattr(call_signature, "_BINDINGS_LIMIT", 4)
    signature = CallSignature(gathering)
    for count in range(1, 20):
        assert signature.bind(tuple(range(count)), {}) == (tuple(range(count)), {"b": 2})
        assert len(signature._bindings) <= 4


def test_inspect_sees_the_parameters_of_staged_functions_and_methods():
    class Model:
        @tf.function
        def call(self, inputs, training=False): ...

    parameters = ["self", "inputs", "training"]
    for function, names in ((Model.call, parameters), (Model().call, parameters[1:])):
        assert list(inspect.signature(function).parameters) == names
        assert inspect.getfullargspec(function).args == names
    assert list(inspect.signature(Model().call.__wrapped__).parameters) == ["inputs", "training"]


SCALAR = tf.TensorSpec([], tf.int32)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((tf.ones([2, 2]), {"a": 1}), [r"argument x: a value of .*\(2, 2\).* cannot be cast to .*\(2, 3\)"]),
        ((tf.ones([2, 3], tf.int32), {"a": 1}), ["argument x: a value of .*int32.* cannot be cast to"]),
        ((tf.ones([2, 3]), {"b": 1}), ["argument y: its structure is not that of"]),
        ((tf.ones([2, 3]), [1]), ["argument y: its structure is not that of"]),
        ((tf.ones([2, 3]), {"a": 1}, 4), ["argument z: .* must be its default. Received: 4"]),
        (("abc", {"a": tf.constant(1.0)}), ["argument x: it cannot become", "argument y: a value of"]),
        ((tf.ragged.constant([[1.0]]), {"a": 1}), ["argument x: it cannot become|argument x: a value"]),
    ],
)  # fmt: skip
def test_what_does_not_fit_an_input_signature_is_told_for_each_argument(args, told):
    @tf.function(input_signature=[tf.TensorSpec([2, 3]), {"a": SCALAR}])
    def f(x, y, z=3):
        return x

    with pytest.raises(ValueError, match="incompatible with input_signature") as caught:
        f(*args)
    assert isinstance(caught.value, TypeError)
    notes = caught.value.__notes__
    assert len(notes) == len(told)
    for note, text in zip(notes, told, strict=True):
        assert re.search(text + r".*\(AG404\)", note)


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [x], lambda x: {"a": (x,)}])
def test_a_spec_is_no_argument_of_a_call(wrap, is_known):
    identity = tf.function(lambda x: x)
    if is_known:
        identity(wrap(tf.constant([1.0])))
    with pytest.raises(ValueError, match=r"Attempt to convert a value .TensorSpec.*get_concrete_function"):
        identity(wrap(tf.TensorSpec([1])))

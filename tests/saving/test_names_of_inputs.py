"""The names of a function's specs are those of its inputs when it is saved, whatever called it before."""

from __future__ import annotations

import pytest

import stagelight as tf


def spec(name):
    return tf.TensorSpec([None], tf.float32, name=name)


ONE, TWO = tf.constant([1.0]), tf.constant([2.0])
FORMS = {
    "one": (lambda x: x + 1.0, [spec("first")], (ONE,)),
    "two": (lambda x, y: x + y, [spec("first"), spec("second")], (ONE, TWO)),
    "a list": (lambda xs: xs[0] + xs[1], [[spec("first"), spec("second")]], ([ONE, TWO],)),
    "a dict": (
        lambda d: d["a"] + d["b"],
        [{"a": spec("first"), "b": spec("second")}],
        ({"a": ONE, "b": TWO},),
    ),
    "without names": (lambda x, y: x + y, [spec(None), spec("second")], (ONE, TWO)),
}
WAYS = ("not called", "called", "called with other shapes")


def saved_names(module, folder, signatures=None):
    tf.saved_model.save(module, folder, signatures=signatures)
    signature = tf.saved_model.load(folder).signatures["serving_default"]
    return set(signature.structured_input_signature[1])


def call(function, values, way):
    if way != "not called":
        function(*values)
    if way == "called with other shapes":
        function(*tf.nest.map_structure(lambda x: tf.repeat(x, 3), list(values)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", FORMS)
def test_an_input_signature_names_the_inputs(form, way, tmp_path):
    function, specs, values = FORMS[form]
    module = tf.Module()
    module.f = tf.function(function, input_signature=specs)
    call(module.f, values, way)
    expected = {"x", "second"} if form == "without names" else {"first", "second"}
    assert saved_names(module, str(tmp_path)) == expected - (set() if form != "one" else {"second"})


@pytest.mark.parametrize("way", WAYS[:2])
@pytest.mark.parametrize("form", FORMS)
def test_specs_of_a_concrete_function_name_the_inputs(form, way, tmp_path):
    function, specs, values = FORMS[form]
    specs = tf.nest.map_structure(lambda s: tf.TensorSpec([1], s.dtype, s.name), specs)
    module = tf.Module()
    module.f = tf.function(function)
    call(module.f, values, way)
    concrete = module.f.get_concrete_function(*specs)
    expected = {"x", "second"} if form == "without names" else {"first", "second"}
    assert saved_names(module, str(tmp_path), concrete) == expected - (
        set() if form != "one" else {"second"}
    )


def test_the_spec_of_a_tensor_of_a_graph_has_no_name():
    @tf.function
    def f(x):
        assert tf.type_spec_from_value(x).name is None
        assert tf.TensorSpec.from_tensor(x).name == "x"
        return x

    f(tf.constant(1.0))


def test_several_inputs_of_a_signature_are_given_by_name(tmp_path):
    class Model(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], name="second"), tf.TensorSpec([], name="first")])
        def difference(self, second, first):
            return second - first

        @tf.function(input_signature=[tf.TensorSpec([], name="x")])
        def negated(self, x):
            return -x

    model = Model()
    signatures = {"difference": model.difference, "negated": model.negated}
    tf.saved_model.save(model, tmp_path / "model", signatures=signatures)
    loaded = tf.saved_model.load(tmp_path / "model").signatures
    five, two = tf.constant(5.0), tf.constant(2.0)
    assert loaded["difference"](first=two, second=five)["output_0"] == 3.0
    for given, named in (((five, two), {}), ((five,), {"first": two})):
        with pytest.raises(TypeError, match="positional"):
            loaded["difference"](*given, **named)
    assert loaded["negated"](five)["output_0"] == -5.0  # TensorFlow takes the one input there is.

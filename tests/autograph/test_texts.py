"""Texts with tensors in them: what eager code writes; a graph has operations only for those it uses."""

from __future__ import annotations

import itertools

import pytest

import stagelight as tf

VALUES = {
    "integer": tf.constant(-7),
    "unsigned": tf.constant(200, tf.uint8),
    "truth": tf.constant(True),
    "float": tf.constant(2.345),
    "double": tf.constant(-1e10, tf.float64),
    "infinity": tf.constant(float("-inf")),
    "vector": tf.constant([1.5, 2.0]),
    "string": tf.constant("text"),
}
FORMS = {
    "plain": lambda x: f"<{x}>",
    "concatenated": lambda x: "a " + f"{x}" + " b",
    "nested": lambda x: f"[{f'{x} {x}'}]",
    "str": lambda x: str(x),
    "converted": lambda x: f"{x!s}|{x!r}",
    "padded": lambda x: f"{x!s:>40}",
    "percent s": lambda x: "%s %%" % x,  # noqa: UP031
    "percent d": lambda x: "%5d %05d" % (x, x),  # noqa: UP031
    "percent f": lambda x: "%.2f %9.1f %e" % (x, x, x),  # noqa: UP031
    "percent of names": lambda x: "%(x)s" % {"x": x},  # noqa: UP031
    "format": lambda x: "{0} {k} {0!r} {{}}".format(x, k=x),  # noqa: UP032
    "digits": lambda x: f"{x:.2f} {x:8.1f} {x:08.1f} {x:.3e}",
    "width": lambda x: f"{x:6} {x:06}",
    "decimal": lambda x: f"{x:d} {x:4d} {x:04d}",
    "aligned": lambda x: f"{x:<6}|{x:>6}|{x:^6}",
    "signed": lambda x: f"{x:+} {x: }",
    "general": lambda x: f"{x:g} {x:,}",
}


@pytest.mark.parametrize(("form", "value"), list(itertools.product(FORMS, VALUES)))
def test_a_staged_text_is_what_eager_code_writes(form, value):
    write, x = FORMS[form], VALUES[value]
    try:
        expected = write(x)
    except (TypeError, ValueError, OverflowError):
        with pytest.raises((TypeError, ValueError, OverflowError, tf.errors.OpError)):
            tf.function(write)(x)
        return
    assert tf.function(write)(x).numpy().decode() == expected


@pytest.mark.parametrize("form", FORMS)
def test_a_text_that_nothing_uses_adds_no_operation(form):
    write = FORMS[form]

    def f(x):
        write(x)
        return x

    text_free = tf.function(lambda x: x).get_concrete_function(VALUES["integer"])
    with_text = tf.function(f).get_concrete_function(VALUES["integer"])
    assert [op.type for op in with_text.graph.get_operations()] == [
        op.type for op in text_free.graph.get_operations()
    ]


@pytest.mark.parametrize("mode", ["called", "jit_compile", "saved", "onnx"])
def test_a_traced_print_is_in_no_graph(mode, tmp_path):
    spec = tf.TensorSpec([2], tf.float32)

    @tf.function(input_signature=[spec], jit_compile=mode == "jit_compile")
    def f(x):
        print(f"tracing {x}", "%s" % x, f"{x}")  # noqa: UP031
        return x + 1.0

    if mode == "onnx":
        assert [node.op_type for node in tf.onnx.export(f).graph.node] == ["Add"]
        return
    if mode == "saved":
        module = tf.Module()
        module.f = f
        tf.saved_model.save(module, str(tmp_path))
        f = tf.saved_model.load(str(tmp_path)).f
    assert f(tf.constant([1.0, 2.0])).numpy().tolist() == [2.0, 3.0]


def test_a_message_with_a_number_is_saved(tmp_path):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def f(x):
        tf.debugging.assert_less(x, 10, message=f"The largest is {tf.reduce_max(x)}.")
        return x

    module.f = f
    tf.saved_model.save(module, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path)).f
    assert loaded(tf.constant([1, 2])).numpy().tolist() == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="The largest is 12"):
        loaded(tf.constant([1, 12]))

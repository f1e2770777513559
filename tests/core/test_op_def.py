"""Signatures as text, what follows from them, and the registry."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.core import registry
from stagelight.core.op_def import (
    REQUIRED,
    Arg,
    AttrDef,
    Trait,
    attr,
    group_inputs,
    inferred_attrs,
    make_op_def,
    output_dtypes,
    types,
)


def op_def(inputs, outputs="", attrs=None, **rules):
    return make_op_def(
        "Own", inputs, outputs, attrs, infer=lambda *_: (), kernel=lambda xp, *_: None, **rules
    )


ONE, TWO, WORD = tf.constant(1.0), tf.constant([1.0, 2.0]), tf.constant("a")

# ---------------------------------------------------------------------------- signatures


def test_a_signature_says_of_each_argument_where_its_dtype_comes_from():
    signature = op_def(
        "x: T, values: N * T, words: string, any: Tin",
        attrs={"T": types(), "N": attr("int"), "Tin": attr("list(type)")},
    )
    assert signature.inputs == (
        Arg("x", type_attr="T"),
        Arg("values", type_attr="T", number_attr="N"),
        Arg("words", dtype=tf.string),
        Arg("any", types_attr="Tin"),
    )
    assert [arg.is_list for arg in signature.inputs] == [False, True, False, True]


def test_an_unknown_dtype_in_a_signature_is_refused():
    with pytest.raises(TypeError):
        op_def("x: flaot", attrs={"T": types()})


@pytest.mark.parametrize(
    ("value", "kind"),
    [(False, "bool"), (1, "int"), (0.5, "float"), ("NHWC", "string"), (tf.int32, "type")],
)
def test_the_kind_of_an_attr_follows_from_its_default(value, kind):
    """True is no int and 1 no float: GraphDef keeps them in fields of their own."""
    definition = op_def("", attrs={"a": value}).attrs["a"]
    assert definition == AttrDef(kind, value)
    assert type(definition.default) is type(value)


def test_a_default_of_no_known_kind_is_refused():
    with pytest.raises(TypeError, match="plain default value"):
        op_def("", attrs={"a": [1, 2]})


def test_attrs_are_explicit_if_no_input_implies_them_and_required_if_they_have_no_default():
    signature = op_def(
        "values: N * T, any: Tin",
        "y: Tout",
        {"N": attr("int"), "T": types(), "Tin": attr("list(type)"), "Tout": types(), "flag": False},
    )
    assert signature.explicit_attrs == {"Tout", "flag"}
    assert signature.required_attrs == ("Tout",)
    assert signature.attrs["Tout"].default is REQUIRED


def test_one_output_is_no_list_of_one():
    assert op_def("x: T", "y: T", {"T": types()}).has_one_output
    assert not op_def("x: T", "y: N * T", {"T": types(), "N": attr("int")}).has_one_output
    assert not op_def("x: T", "y: T, z: T", {"T": types()}).has_one_output


@pytest.mark.parametrize("trait", [Trait.READS, Trait.WRITES, Trait.SIDE_EFFECT, Trait.RANDOM])
def test_an_op_with_effects_or_random_draws_is_stateful(trait):
    assert op_def("", traits=trait | Trait.HOST_ONLY).is_stateful
    assert not op_def("", traits=Trait.HOST_ONLY | Trait.HEAVY).is_stateful


def test_two_ops_of_one_signature_are_two():
    """They are keys of caches; equality by fields would mix them up."""
    assert op_def("") != op_def("")
    assert len({op_def(""), op_def("")}) == 2


# ---------------------------------------------------------------------------- flat rows


def test_a_flat_row_is_split_by_the_signature():
    concat = op_def("values: N * T, axis: int32", attrs={"T": types(), "N": attr("int")})
    assert group_inputs(concat, [1, 2, 3], {}) == [[1, 2], 3]
    assert group_inputs(concat, [1], {}) == [[], 1]


def test_lists_of_one_length_share_what_there_is():
    stitch = op_def("indices: N * int32, data: N * T", attrs={"N": attr("int"), "T": types()})
    assert group_inputs(stitch, [1, 2, 3, 4], {}) == [[1, 2], [3, 4]]
    assert group_inputs(stitch, [1, 2, 3, 4], {"N": 2}) == [[1, 2], [3, 4]]


def test_a_list_whose_length_an_attr_tells_leaves_the_rest_to_the_other():
    branch = op_def(
        "a: Ta, x: int32, b: Tb", attrs={"Ta": attr("list(type)"), "Tb": attr("list(type)")}
    )
    flat = [1, 2, 3, 4, 5]
    assert group_inputs(branch, flat, {"Ta": [tf.int32]}) == [[1], 2, [3, 4, 5]]
    assert group_inputs(branch, flat, {"Tb": [tf.int32]}) == [[1, 2, 3], 4, [5]]


def test_attrs_follow_from_the_inputs():
    signature = op_def(
        "values: N * T, any: Tin",
        attrs={"N": attr("int"), "T": types(), "Tin": attr("list(type)")},
    )
    found = inferred_attrs(signature, [ONE, TWO, WORD], {"Tin": [tf.string]})
    assert found == {"N": 2, "T": tf.float32, "Tin": [tf.string]}


def test_the_dtypes_of_the_outputs_follow_from_inputs_attrs_and_defaults():
    signature = op_def(
        "x: T",
        "same: T, more: N * T, any: Tout, index: out_type, flag: bool",
        {"T": types(), "N": attr("int"), "Tout": attr("list(type)"), "out_type": tf.int32},
    )
    attrs = {"N": 2, "Tout": [tf.string, tf.int8]}
    expected = [tf.float32] * 3 + [tf.string, tf.int8, tf.int32, tf.bool]
    assert output_dtypes(signature, [ONE], attrs) == expected
    attrs = {"N": 0, "Tout": [], "out_type": tf.int64}
    assert output_dtypes(signature, [ONE], attrs) == [tf.float32, tf.int64, tf.bool]


# ---------------------------------------------------------------------------- the registry


def test_a_name_is_given_once(own_registry):
    rules = {"infer": lambda x: x, "kernel": lambda xp, x: x}
    op_def = registry.define("Own", "x: T", "y: T", {"T": types()}, **rules)
    assert registry.lookup("Own") is op_def
    assert "Own" in registry.op_names()
    with pytest.raises(ValueError, match="'Own' is defined twice"):
        registry.define("Own", "x: T", "y: T", {"T": types()}, **rules)
    assert registry.lookup("Own") is op_def


def test_an_op_that_is_not_there_is_named():
    with pytest.raises(NotImplementedError, match="'NoSuchOp' is not among"):
        registry.lookup("NoSuchOp")


def test_names_are_sorted():
    assert registry.op_names() == sorted(registry.op_names())

"""The concrete specs: tensors, bounds, variables, indexed slices, tensor arrays."""

import dataclasses
import pickle

import numpy as np
import pytest

import stagelight as tf
from stagelight import nest
from stagelight.types import dtypes
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import (
    BoundedTensorSpec,
    IndexedSlicesSpec,
    TensorArraySpec,
    TensorSpec,
    VariableSpec,
)


@dataclasses.dataclass
class Value:
    """What a tensor, variable or tensor array tells of itself."""

    shape: TensorShape
    dtype: dtypes.DType
    trainable: bool = True
    element_shape: TensorShape | None = None
    dynamic_size: bool = False
    _infer_shape: bool = True


@dataclasses.dataclass
class Slices:
    values: object
    indices: object
    dense_shape: object = None


def test_tensor_spec_prints_its_parts():
    assert repr(TensorSpec([None], "int32")) == (
        "TensorSpec(shape=(None,), dtype=tf.int32, name=None)"
    )
    assert repr(TensorSpec(None, name="x")) == (
        "TensorSpec(shape=<unknown>, dtype=tf.float32, name='x')"
    )


def test_tensor_spec_refuses_no_dtype():
    with pytest.raises(TypeError, match="Cannot convert the argument `type_value`: 'zz'"):
        TensorSpec([2], "zz")


def test_tensor_spec_of_others():
    value = Value(TensorShape([1]), dtypes.int32)
    assert TensorSpec.from_tensor(value) == TensorSpec([1], "int32")
    assert TensorSpec.from_tensor(value, name="q") == TensorSpec([1], "int32", "q")
    named = TensorSpec([2], "int32", "a")
    assert TensorSpec.from_spec(named) == named
    assert TensorSpec.from_spec(named, "b").name == "b"


def test_symbolic_tensor_gives_its_name():
    value = Value(TensorShape([1]), dtypes.int32)
    value.op = dataclasses.make_dataclass("Operation", ["name"])("placeholder")
    assert TensorSpec.from_tensor(value).name == "placeholder"


def test_tensor_spec_compatibility(monkeypatch):
    monkeypatch.setattr(TensorSpec, "value_type", Value)
    spec = TensorSpec([2])
    assert spec.is_compatible_with(TensorSpec([None]))
    assert not spec.is_compatible_with(TensorSpec([None], "int32"))
    assert spec.is_compatible_with(Value(TensorShape([2]), dtypes.float32))
    assert not spec.is_compatible_with(Value(TensorShape([3]), dtypes.float32))
    assert not spec.is_compatible_with(np.zeros(2, np.float32))
    assert spec.is_compatible_with(BoundedTensorSpec([2], "float32", 0, 1))


def test_tensor_spec_subtypes_respect_names():
    spec, named = TensorSpec([2]), TensorSpec([2], name="a")
    assert spec.is_subtype_of(TensorSpec([None]))
    assert not TensorSpec([None]).is_subtype_of(spec)
    assert spec.is_subtype_of(named)
    assert not named.is_subtype_of(spec)
    assert not named.is_subtype_of(TensorSpec([2], name="b"))


def test_tensor_spec_supertypes():
    spec = TensorSpec([2], name="a")
    assert spec.most_specific_common_supertype([TensorSpec([3], name="a")]) == TensorSpec(
        [None], name="a"
    )
    assert spec.most_specific_common_supertype([TensorSpec([3], name="b")]) is None
    assert spec.most_specific_common_supertype([TensorSpec([3], "int32", "a")]) is None
    assert TensorSpec([2]).most_specific_compatible_type(TensorSpec([2, 2])).shape.rank is None


def test_tensor_spec_is_a_key():
    spec = TensorSpec([2])
    assert spec == TensorSpec([2]) and hash(spec) == hash(TensorSpec([2]))
    assert spec != TensorSpec([2], name="a")
    assert spec != 3
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_specs_of_tensors_and_variables_are_leaves():
    for spec in (TensorSpec([2]), VariableSpec([2])):
        assert nest.flatten(spec, expand_composites=True) == [spec]
    assert nest.flatten(TensorArraySpec([2]), expand_composites=True) == [
        TensorSpec([], dtypes.variant)
    ]


def test_bounds_are_read_only_arrays():
    spec = BoundedTensorSpec([2], "int32", [0, 1], 3, "n")
    assert repr(spec) == (
        "BoundedTensorSpec(shape=(2,), dtype=tf.int32, name='n', "
        "minimum=array([0, 1], dtype=int32), maximum=array(3, dtype=int32))"
    )
    with pytest.raises(ValueError, match="read-only"):
        spec.minimum[0] = 5


def test_bounds_must_fit():
    with pytest.raises(ValueError, match=r"`minimum` \[0, 1, 2\] is not compatible with shape"):
        BoundedTensorSpec([2], "int32", [0, 1, 2], 3)
    with pytest.raises(ValueError, match="`maximum` can not be None"):
        BoundedTensorSpec([2], "int32", 0, None)


def test_bounded_specs_compare_bounds():
    spec = BoundedTensorSpec([2], "float32", 0, 3)
    assert spec == BoundedTensorSpec([2], "float32", 0, 3)
    assert hash(spec) == hash(BoundedTensorSpec([2], "float32", 0, 3))
    assert spec != BoundedTensorSpec([2], "float32", 0, 4)
    assert spec != TensorSpec([2], "float32")
    assert pickle.loads(pickle.dumps(spec)) == spec
    wider = BoundedTensorSpec([3], "float32", 0, 3)
    assert spec.most_specific_common_supertype([wider]).shape == [None]
    assert spec.most_specific_common_supertype([BoundedTensorSpec([2], "float32", 0, 4)]) is None


def test_bounded_spec_takes_the_limits_of_the_dtype():
    spec = BoundedTensorSpec.from_spec(TensorSpec([2], "int8", "a"))
    assert (spec.minimum, spec.maximum, spec.name) == (-128, 127, "a")
    assert BoundedTensorSpec.from_spec(BoundedTensorSpec([2], "int8", 0, 3)).maximum == 3


def test_variable_spec():
    spec = VariableSpec.from_value(Value(TensorShape([2]), dtypes.float32))
    assert repr(spec) == (
        "VariableSpec(shape=(2,), dtype=tf.float32, trainable=True, alias_id=None)"
    )
    assert spec._component_specs == [TensorSpec([], dtypes.resource)]
    assert spec.is_subtype_of(VariableSpec([None]))
    assert not spec.is_compatible_with(VariableSpec([2], trainable=False))
    assert not spec.is_compatible_with(VariableSpec([2], alias_id=1))
    assert spec.most_specific_common_supertype([VariableSpec([3])]) == VariableSpec([None])


def test_indexed_slices_spec():
    spec = IndexedSlicesSpec([2, 3], dense_shape_dtype="int32")
    assert repr(IndexedSlicesSpec([2, 3])) == (
        "IndexedSlicesSpec(TensorShape([2, 3]), tf.float32, tf.int64, None, TensorShape([None]))"
    )
    assert spec._component_specs == (
        TensorSpec([None, 3]),
        TensorSpec([None], dtypes.int64),
        TensorSpec([2], dtypes.int32),
    )
    assert len(IndexedSlicesSpec([2, 3])._component_specs) == 2


def test_indexed_slices_are_taken_apart_and_put_together(monkeypatch):
    monkeypatch.setattr(IndexedSlicesSpec, "value_type", Slices)
    spec = IndexedSlicesSpec([2, 3])
    for slices in (Slices("values", "indices"), Slices("values", "indices", "shape")):
        assert spec._from_components(spec._to_components(slices)) == slices


def test_tensor_array_spec():
    spec = TensorArraySpec([2], "int32", True, False)
    assert repr(spec) == "TensorArraySpec(TensorShape([2]), tf.int32, True, False)"
    assert TensorArraySpec([2]).is_compatible_with(TensorArraySpec([None]))
    assert not TensorArraySpec([2]).is_compatible_with(TensorArraySpec([3]))
    value = Value(TensorShape([]), dtypes.int32)
    assert TensorArraySpec.from_value(value) == TensorArraySpec(None, "int32")


@pytest.mark.parametrize("spec_class", [VariableSpec, TensorArraySpec])
def test_values_with_state_are_put_together_by_their_class(monkeypatch, spec_class):
    class Built:
        @classmethod
        def _from_type_spec(cls, spec, components):
            return spec, components

    monkeypatch.setattr(spec_class, "value_type", Built)
    spec = spec_class([2])
    assert spec._from_components(["handle"]) == (spec, ["handle"])


@pytest.mark.parametrize(
    ("spec", "batched"),
    [
        (TensorSpec([2, None], dtypes.int32), TensorSpec([3, 2, None], dtypes.int32)),
        (TensorSpec(None), TensorSpec(None)),
        (SparseTensorSpec([4], dtypes.int64), SparseTensorSpec([3, 4], dtypes.int64)),
        (
            RaggedTensorSpec([2, None], ragged_rank=1),
            RaggedTensorSpec([3, 2, None], ragged_rank=2),
        ),
    ],
)
def test_specs_of_rows_and_of_batches(spec, batched):
    assert spec._batch(3) == batched
    assert batched._unbatch() == spec


def test_scalars_have_no_rows():
    with pytest.raises(ValueError, match="scalar"):
        TensorSpec([])._unbatch()


def test_values_of_a_ragged_spec_without_ragged_axes_are_tensors():
    assert RaggedTensorSpec([10], "int32", ragged_rank=0).value_type is tf.Tensor
    assert RaggedTensorSpec([10, None], "int32").value_type is tf.RaggedTensor


def test_a_ragged_spec_may_say_what_its_flat_values_are():
    values = tf.TensorSpec([5], tf.float32)
    spec = tf.RaggedTensorSpec([2, None], None, flat_values_spec=values)
    assert spec.flat_values_spec == values and spec.dtype == tf.float32
    assert spec != tf.RaggedTensorSpec([2, None], tf.float32)
    function = tf.function(lambda x: x.flat_values.shape[0], input_signature=[spec])
    assert int(function(tf.ragged.constant([[1.0, 2.0], [3.0, 4.0, 5.0]]))) == 5
    assert not spec.is_compatible_with(tf.ragged.constant([[1.0, 2.0], [3.0, 4.0]]))
    with pytest.raises(ValueError, match="dtype must be the same"):
        tf.RaggedTensorSpec([2, None], tf.int32, flat_values_spec=values)
    assert tf.RaggedTensorSpec([2, None], tf.int32).flat_values_spec is None

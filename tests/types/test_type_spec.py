"""The protocol of `TypeSpec`, shown on a spec of a user's own, and the spec of a value."""

import collections
import pickle

import numpy as np
import pytest

from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, register_value_spec, type_spec_from_value

PAIR = TensorShape([2])
ANY = TensorShape([None])


class Mask:
    def __init__(self, values):
        self.values = values


class MaskSpec(TypeSpec):
    value_type = Mask

    def __init__(self, kind, shape=PAIR, extra=()):
        self.kind, self.shape, self.extra = kind, shape, extra

    def _serialize(self):
        return self.kind, self.shape, self.extra

    @property
    def _component_specs(self):
        return TensorSpec(self.shape)

    def _to_components(self, value):
        return value.values

    def _from_components(self, components):
        return Mask(components)


class OtherSpec(MaskSpec):
    pass


def test_spec_needs_its_parts():
    with pytest.raises(TypeError, match="abstract"):
        TypeSpec()


def test_equal_serializations_make_equal_specs():
    first, second = MaskSpec([1, {"a": dtypes.int8}]), MaskSpec([1, {"a": dtypes.int8}])
    assert first == second
    assert hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    assert first != MaskSpec([1, {"a": dtypes.int16}])
    assert MaskSpec(1) != OtherSpec(1)
    assert MaskSpec(1) != MaskSpec(True)
    assert MaskSpec(1) != 1


def test_arrays_may_be_part_of_a_spec():
    first, second = MaskSpec(np.array([1, 2])), MaskSpec(np.array([1, 2]))
    assert first == second and hash(first) == hash(second)
    assert first.is_compatible_with(second)
    assert not first.is_compatible_with(MaskSpec(np.array([1, 3])))


def test_printed_form_is_the_serialization():
    assert repr(MaskSpec(1)) == "MaskSpec(1, TensorShape([2]), ())"


def test_compatibility_goes_piece_by_piece():
    assert MaskSpec(1).is_compatible_with(MaskSpec(1, ANY))
    assert not MaskSpec(1).is_compatible_with(MaskSpec(2))
    assert not MaskSpec(1).is_compatible_with(OtherSpec(1))
    nested = MaskSpec(1, extra=({"a": [TensorSpec([2])]},))
    assert nested.is_compatible_with(MaskSpec(1, extra=({"a": [TensorSpec([None])]},)))
    assert not nested.is_compatible_with(MaskSpec(1, extra=({"b": [TensorSpec([2])]},)))
    assert not nested.is_compatible_with(MaskSpec(1, extra=({"a": []},)))


def test_subtypes_go_piece_by_piece():
    assert MaskSpec(1).is_subtype_of(MaskSpec(1, ANY))
    assert not MaskSpec(1, ANY).is_subtype_of(MaskSpec(1))
    assert not MaskSpec(1).is_subtype_of(OtherSpec(1))


def test_common_supertype_generalises_shapes_only():
    joined = MaskSpec(1, extra=({"a": [TensorSpec([2])]},)).most_specific_common_supertype(
        [MaskSpec(1, TensorShape([3]), ({"a": [TensorSpec([4])]},))]
    )
    assert joined == MaskSpec(1, ANY, ({"a": [TensorSpec([None])]},))
    assert MaskSpec(1).most_specific_common_supertype([MaskSpec(2)]) is None
    assert MaskSpec(1).most_specific_common_supertype([OtherSpec(1)]) is None
    assert MaskSpec([1]).most_specific_common_supertype([MaskSpec([1, 2])]) is None
    assert MaskSpec(1).most_specific_common_supertype([]) == MaskSpec(1)


def _pair(name="Pair", fields="a b"):
    return collections.namedtuple(name, fields)


@pytest.mark.parametrize("other", [_pair(), _pair("Other"), _pair(fields="a c"), None, list])
def test_namedtuples_of_one_name_and_the_same_fields_are_one_class(other):
    def spec(kind, size):
        parts = [TensorSpec([size]), TensorSpec([3])]
        if kind in (None, list):
            return MaskSpec(1, extra=(list if kind else tuple)(parts))
        return MaskSpec(1, extra=kind(*parts))

    ours = _pair()
    is_one = other is not None and other is not list and other.__name__ == "Pair"
    is_one = is_one and other._fields == ours._fields
    first, second = spec(ours, 2), spec(other, 2)
    assert first.is_compatible_with(second) is second.is_compatible_with(first) is is_one
    assert first.is_subtype_of(second) is is_one
    joined = first.most_specific_common_supertype([spec(other, 5)])
    assert joined == (spec(ours, None) if is_one else None)


def test_compatible_type_must_exist():
    assert MaskSpec(1).most_specific_compatible_type(MaskSpec(1, ANY)) == MaskSpec(1, ANY)
    with pytest.raises(ValueError, match="No TypeSpec is compatible with both MaskSpec"):
        MaskSpec(1).most_specific_compatible_type(MaskSpec(2))


def test_spec_of_a_value_comes_from_its_class():
    register_value_spec(Mask, lambda mask: MaskSpec(1, TensorShape(len(mask.values))))

    class SubMask(Mask):
        pass

    assert type_spec_from_value(SubMask([1, 2])) == MaskSpec(1)
    assert MaskSpec(1).is_compatible_with(Mask([1, 2]))
    assert not MaskSpec(1).is_compatible_with(Mask([1, 2, 3]))


def test_spec_of_a_value_may_be_its_own():
    class Described:
        _type_spec = MaskSpec(7)

    assert type_spec_from_value(Described()) == MaskSpec(7)


def test_arrays_have_specs():
    assert type_spec_from_value(np.zeros([2, 3])) == TensorSpec([2, 3], dtypes.float64)
    assert type_spec_from_value(np.int8(1)) == TensorSpec([], dtypes.int8)


def test_value_without_spec_is_refused():
    with pytest.raises(TypeError, match="Could not build a TypeSpec for TensorSpec"):
        type_spec_from_value(TensorSpec([1]))

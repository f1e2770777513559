"""`tensorflow.python.framework.type_spec_registry`: classes of specs by name, and names by class."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.alias import type_specs
from stagelight.graph.structured_values import NAMES_OF_SPECS, REGISTERED_SPECS


class _Spec(type_specs.BatchableTypeSpec):
    value_type = tf.Tensor

    def _serialize(self):
        return ()

    _component_specs = ()

    def _to_components(self, value):
        return ()

    def _from_components(self, components):
        return None


def test_a_class_is_registered_once_and_can_be_forgotten_by_both_tables():
    type_specs.register("tests.Spec")(_Spec)
    assert type_specs.lookup("tests.Spec") is _Spec and type_specs.get_name(_Spec) == "tests.Spec"
    with pytest.raises(ValueError, match=r"registered with name tests\.Spec"):
        type_specs.register("tests.OtherName")(_Spec)
    # So do programs that register a class for a while.
    assert NAMES_OF_SPECS.pop(_Spec) == "tests.Spec"
    assert REGISTERED_SPECS.pop("tests.Spec") is _Spec
    with pytest.raises(ValueError, match="has not been registered"):
        type_specs.get_name(_Spec)

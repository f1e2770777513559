"""Rules of ops: what defines an op stands in one package, what backends add names ops that exist."""

import pytest

from stagelight.cli import op_facets
from stagelight.codegen.lowering import registry as lowering
from stagelight.control_flow.batched_rules import RULES, SHAPE_RULES
from stagelight.core import registry
from stagelight.core.op_def import OpDef
from stagelight.onnx.exporting.converters import CONVERTERS
from stagelight.runtime import host_tier, large_arrays, random_streams
from stagelight.runtime.xla import registry as xla

# Ops that the native executor puts in: no program can name them.
_OF_COMPILED_GRAPHS = {
    value.name for value in vars(random_streams).values() if isinstance(value, OpDef)
}

TABLES = {
    "lowering": {name for name, _ in lowering._rules} - _OF_COMPILED_GRAPHS,
    "XLA": xla.ops_with_rules() - _OF_COMPILED_GRAPHS,
    "vectorized_map": {*RULES, *SHAPE_RULES},
    "ONNX": set(CONVERTERS),
    "cost on the host": {
        *host_tier._MATRIX_PRODUCTS,
        *host_tier._QUICK,
        *host_tier._SLOWER,
        *host_tier._SPREAD,
        *host_tier._VIEWS,
    },
    "eager code": {*large_arrays._OF_ONE_SHAPE, *large_arrays._DRAWS},
}


@pytest.mark.parametrize("table", TABLES)
def test_backends_name_ops_that_exist(table):
    assert [x for x in sorted(TABLES[table]) if not registry.is_known(x)] == []


def test_an_op_has_one_rule_for_its_rows():
    assert not RULES.keys() & SHAPE_RULES.keys()


def test_what_defines_an_op_stands_in_one_package():
    """Shared helpers below, such as `core/inference.py`, may be named by any op."""
    strangers = []
    for name in registry.op_names():
        home = registry.module_of(name).split(".")[1]
        for facet in op_facets.facets_of(name):
            if facet.name in ("inference", "kernel", "gradient") and facet.place:
                package = facet.place.split("/")[0]
                if package not in (home, "core", "ops", "graph"):
                    strangers.append((name, facet))
    assert strangers == []


def test_every_op_has_its_facets_with_their_places():
    for name in registry.op_names():
        facets = {facet.name: facet for facet in op_facets.facets_of(name)}
        assert facets["signature"].place, name
        assert facets["kernel"].place or facets["kernel"].what, name


def test_the_facets_of_an_op_of_every_backend():
    places = {facet.name: facet.place.split(":")[0] for facet in op_facets.facets_of("MaxPool")}
    assert places["kernel"] == places["gradient"] == "ops/nn/pooling.py"
    assert places["lowering"] == "codegen/lowering/pooling.py"
    assert places["XLA"] == "runtime/xla/rules/pooling.py"
    assert places["ONNX export"] == "onnx/exporting/windows.py"
    assert places["vectorized_map"] == "control_flow/batched_rules.py"

"""Every sample of every op that can be exported: the file is valid, and gives the eager results."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.core.op_def import Trait
from stagelight.graph.effects import called_graphs
from tests.onnx.running import checked, differences, run
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    array_of,
    exact_specs,
    flat,
    relaxed_specs,
    specs_for,
    staged,
    tensors_of,
)

EXPORTED = set(tf.onnx.supported_ops())

# Samples, by family and number, whose results differ by nature, and why.
DIFFERENT = {
    ("exponential", 68): "ONNX Runtime computes powers of integers as doubles, and does not wrap",
    ("image_values", 5): "a mean of float32, added up in another order and compared as float64",
    ("image_values", 11): "a mean of float32, added up in another order and compared as float64",
    ("letter_case", 0): "ONNX's strings are valid UTF-8",
    ("letter_case", 4): "ONNX's strings are valid UTF-8",
    ("letter_case", 2): "ONNX Runtime wants the system's locale en_US.UTF-8",
    ("letter_case", 6): "ONNX Runtime wants the system's locale en_US.UTF-8",
    ("normal_ops", 7): "ONNX Runtime hands no bfloat16 to NumPy, the reference draws no scalars",
    ("uniform_ops", 7): "ONNX Runtime hands no bfloat16 to NumPy, the reference draws no scalars",
    ("number_text", 37): "ONNX Runtime reads no spaces and hexadecimal digits",
    ("pooling", 43): "ONNX Runtime's largest of numbers and NaN is a number",
    ("reduction", 106): "ONNX Runtime's mean of nothing is 0",
    ("reduction", 152): "ONNX Runtime adds up int32 in float64",
    ("string_splitting", 1): "ONNX Runtime's `maxsplit=0` splits",
    ("string_splitting", 2): "ONNX Runtime's `maxsplit=1` keeps spaces",
    ("tensor_list", 20): "ONNX Runtime's ScatterND loses strings",
    ("trigonometry", 50): "ONNX has no way to see the sign of 0",
    ("trigonometry", 51): "ONNX has no way to see the sign of 0",
    ("uniqueness", 1): "ONNX Runtime has one NaN, TensorFlow as many as there are",
}

# Of these the reference, which stands in for ONNX Runtime, computes float64 as float32.
NARROW_IN_REFERENCE = ("Erf", "Erfc")


def is_random(graph: object) -> bool:
    """Whether a graph draws numbers."""
    return any(
        x.op_def.has(Trait.RANDOM)
        or (x.op_def.has(Trait.CALLS) and any(map(is_random, called_graphs(x))))
        for x in graph.operations
    )


@pytest.mark.parametrize(
    "specs", [pytest.param(exact_specs, marks=pytest.mark.slow), relaxed_specs]
)
@pytest.mark.parametrize(
    "group", [pytest.param(x, id=str(x)) for x in GROUPS if x.samples and x.op in EXPORTED]
)
def test_exported_ops_give_the_eager_results(group: Group, specs) -> None:
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged or (group.family, index) in DIFFERENT:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            function = staged(sample.call, specs_for(sample, specs, tensors))
            try:
                model = tf.onnx.export(function)
            except tf.onnx.UnsupportedOperationsError:
                continue
            except ValueError as error:
                assert "no known rank" in str(error)
                continue
            ran = run(checked(model), *[x.numpy() for x in tensors])
            results = [array_of(leaf) for leaf in flat(sample.call(tf, *tensors))]
            if sample.random or is_random(function.get_concrete_function().graph):
                kinds = [(x.dtype, x.shape) for x in ran.results]
                wrong += (
                    [] if kinds == [(x.dtype, x.shape) for x in results] else [f"kinds {kinds}"]
                )
                continue
            is_narrow = ran.by_reference and group.op in NARROW_IN_REFERENCE
            wrong += differences(results, ran, units=2.0**31 if is_narrow else 64)
    failures.report()

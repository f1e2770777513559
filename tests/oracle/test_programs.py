"""Whole programs give what they give with TensorFlow. The programs are in `programs/`."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

from tests.oracle.programs import (
    argument_forms,
    assertions,
    clusters,
    control_flow,
    csr_matrices,
    datasets,
    distributions,
    edges,
    extension_types,
    feature_columns,
    functions,
    gradients,
    graphs,
    older_forms,
    older_metrics,
    older_names,
    older_parts,
    older_readers,
    older_recurrences,
    older_sessions,
    older_steps,
    older_summaries,
    older_training,
    partitioned_variables,
    pipelines,
    queues,
    ragged,
    randomness,
    readers,
    refusals,
    refused_values,
    surroundings,
    tracing_protocol,
    training,
)

MODULES = (
    argument_forms,
    assertions,
    clusters,
    control_flow,
    csr_matrices,
    datasets,
    distributions,
    edges,
    extension_types,
    feature_columns,
    functions,
    gradients,
    graphs,
    older_forms,
    older_metrics,
    older_names,
    older_parts,
    older_readers,
    older_recurrences,
    older_sessions,
    older_steps,
    older_summaries,
    older_training,
    partitioned_variables,
    pipelines,
    queues,
    ragged,
    randomness,
    readers,
    refused_values,
    surroundings,
    tracing_protocol,
    training,
)


def programs_of(module: ModuleType) -> list:
    """Every function that the module defines, under a name without a leading underscore."""
    subject = module.__name__.rpartition(".")[2]
    return [
        pytest.param(value, id=f"{subject}.{name}")
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_"
    ]


@pytest.mark.parametrize("program", [p for module in MODULES for p in programs_of(module)])
def test_program_gives_what_it_gives_with_tensorflow(program, compare):
    compare(program)


@pytest.mark.parametrize("program", programs_of(refusals))
def test_program_fails_as_it_fails_with_tensorflow(program, compare):
    compare(program, raises=True)

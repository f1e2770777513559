"""What a model of unknown origin may do: compute with tensors, variables and tables, within limits.

This is the one table of allowed ops. `require_no_trust` reads it before anything of a model is made, so that
its error lists all ops that are refused. `admit_op` reads it for each operation that is added to a graph, by
what the node's name resolved to: it is the `admit` of all function libraries and graph imports of the model.

An op is allowed by the module that defines it. A module in neither list is refused, and a test fails until it
is classified. Of an allowed op, text attrs are refused that are not known to stay within the op.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any

from stagelight.core import registry
from stagelight.core.budget import Limits
from stagelight.core.op_def import OpDef
from stagelight.errors import PermissionDeniedError
from stagelight.graph.node_import import Admit

_OPS = {
    "arrays": """
        broadcasting clamped_slices constant creation gather identity joining one_hot
        padding partitioning ranges reshaping reversing scatter searching shape slicing
        sorting space_batch splitting tiling uniqueness
    """,
    "debugging": "assert_operation numeric_checks",
    "elementwise": """
        arithmetic bessel bitwise cast clipping comparison complex_numbers division
        error_functions exponential floating_point gamma_functions hyperbolic logic rounding
        select sigmoid special_integrals trigonometry
    """,
    "files": "summary_messages",
    "host": "clock",
    "image": "colors patches projection resizing scaling",
    "linalg": """
        cross_product decompositions diagonals eigenvalues einsum least_squares lu matmul
        matrix_functions square_matrices triangles tridiagonal
    """,
    "lists": "optional_values tensor_list tensor_list_parts tensor_list_rows",
    "nn": """
        activation batch_normalization bias convolution depthwise_convolution
        fractional_pooling in_top_k local_response_normalization losses morphology pooling
        pooling_with_argmax sampled_losses softmax
    """,
    "parsing": "serialized_tensors",
    "quantization": "fake_quantization quantize_and_dequantize quantized_numbers",
    "ragged": "conversion text variants",
    "random": """
        binomial_ops bounded_normal_ops candidate_samplers categorical_ops gamma_ops
        generator_ops normal_ops poisson_ops shuffle_ops stateless_seeds uniform_ops
    """,
    "reductions": """
        addition_of_lists cumulative histogram reduction segments sparse_segments
        unsorted_segments
    """,
    "resources": "lookup resource_variables",
    "signal": "audio_features fft",
    "sparse": """
        arithmetic conversion counting crossing dense_operands empty_rows matmul parts
        reduction reordering serialization sets softmax
    """,
    "strings": """
        base64_text letter_case number_text raw_bytes regular_expressions string_hashing
        string_joining string_parts string_splitting unicode_text
    """,
}
_FAMILIES = frozenset(
    f"ops.{package}.{family}" for package, families in _OPS.items() for family in families.split()
) | {
    "control_flow.branches",
    "control_flow.calls",
    "control_flow.loop_ops",
}


# Modules of ops that reach files, the terminal, Python functions, or resources of other programs.
_REACHING = {
    "data": """
        csv_dataset file_readers generators saved_datasets session_iterators snapshots sql_dataset
        written_records
    """,
    "ops.debugging": "printing",
    "ops.files": "checkpoint_values files readers summaries",
    "ops.host": "host_call",
    "ops.resources": "lookup_files mutexes queues",
}
# Modules of ops that compute, whose kernels were not reviewed for hostile inputs.
_UNREVIEWED = {
    "data": """
        batching caching cardinality choosing combining failures flattening folding group_reductions
        iteration_seeds iterators mapping numbers optionals ordering padding selecting shuffling
        single_elements table_initializers tensor_sources uniqueness windows
    """,
    "ops.arrays": "approximate_top_k unraveling",
    "ops.files": "sounds",
    "ops.image": """
        adjustments box_crops box_drawing box_samples box_suppression combined_suppression files
        glimpses jpeg png volume_patches
    """,
    "ops.linalg": "banded_systems",
    "ops.nn": "ctc ctc_decoders isotonic_regression optimizer_updates recurrent_layers",
    "ops.parsing": "csv_records examples message_tensors sequence_examples",
    "ops.ragged": "ranges",
    "ops.random": "sobol_points",
    "ops.resources": "limited_counting",
    "ops.sparse": "csr_matrix csr_products edit_distance",
    "ops.strings": "fingerprints",
}

# Text attrs of allowed ops by what they are: words and patterns that only the op's own kernel reads.
_WORDS = """
    align bad_indices_policy compression_type data_format encoding equation errors fill fill_mode
    input_encoding interpolation kernel_type left_pad message mode output_encoding padding pattern
    rewrite right_pad round_mode row_partition_types separator set_operation unit
"""
# What TensorFlow's executor reads, and nothing here.
_IGNORED = "allowed_devices config config_proto debug_name executor_type"
# Names of resources: `admission` puts them into a namespace of the model.
_NAMES = "container shared_name"
# Names of files: refused where they are not empty.
_FILES = "vocab_file"
# By name, what a text attr of an allowed op is; what has no class is refused.
TEXT_ATTRS: Mapping[str, str] = {
    attr: kind
    for kind, attrs in {"word": _WORDS, "ignored": _IGNORED, "name": _NAMES, "file": _FILES}.items()
    for attr in attrs.split()
}

# Tells the resources of loaded models apart.
_numbers = itertools.count()


# GiB of memory and seconds of time for each call of what is not trusted.
USUAL_MEMORY, USUAL_SECONDS = 8.0, 300.0

_MOST_BYTES = 1 << 62


def is_trusted(trust: str) -> bool:
    """Whether a model is trusted, by the argument of `tf.saved_model.load`.

    Raises:
        ValueError: it is neither "full" nor "none".
    """
    if trust not in ("full", "none"):
        raise ValueError(f"`trust` is 'full' or 'none'. Received: {trust!r}")
    return trust == "full"


def limits_of(
    trusts: bool, memory: float | None, seconds: float | None, whose: str
) -> Limits | None:
    """What each call may take, by the arguments of `tf.saved_model.load`; None for all that there is.

    Raises:
        ValueError: one of them is no positive number.
    """
    for name, value in (("memory", memory), ("seconds", seconds)):
        if value is not None and not value > 0.0:  # NaN is not, either.
            raise ValueError(f"`{name}` is a positive number or None. Received: {value!r}")
    if trusts and memory is None and seconds is None:
        return None
    none = math.inf if trusts else None
    return Limits(
        int(min((memory or none or USUAL_MEMORY) * 2**30, _MOST_BYTES)),
        seconds or none or USUAL_SECONDS,
        whose,
        is_isolated=not trusts and not (memory == seconds == math.inf),
    )


def needs_trust(op_name: str) -> bool:
    """Whether an op does more than a model of unknown origin may."""
    return registry.homes.module_of(op_name) not in _FAMILIES


def refused_attr(op_def: OpDef, attrs: Mapping[str, Any]) -> str | None:
    """The name of an attr through which an allowed op would reach beyond tensors; None if there is none."""
    for name, definition in op_def.attrs.items():
        is_text = "string" in definition.kind and attrs.get(name)
        if is_text and TEXT_ATTRS.get(name) not in ("word", "ignored", "name"):
            return name
    return None


def admit_op(where: str, op_def: OpDef, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Checks that a model of unknown origin may use an op with these attrs, which stay as they are.

    Raises:
        PermissionDeniedError: it may not.
    """
    if needs_trust(op_def.name):
        raise _not_trusted(where, op_def.name)
    name = refused_attr(op_def, attrs)
    if name is not None:
        raise _not_trusted(where, f"{op_def.name} with {name}={attrs[name]!r}")
    return {}


def admission(where: str) -> Admit:
    """The `admit` of a model's function library: `admit_op`, and names of resources become the model's own.

    In a session of TensorFlow 1, resources of one name are one: those of a model are none of the program's.
    """
    namespace = f"untrusted_{next(_numbers)}"

    def admit(op_def: OpDef, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        admit_op(where, op_def, attrs)
        name = attrs.get("shared_name")
        return {"shared_name": f"{namespace}/{name}"} if name else {}

    return admit


def require_no_trust(op_names: Iterable[str], where: str) -> None:
    """Checks that a model of unknown origin may run.

    Raises:
        PermissionDeniedError: it has ops that need trust; the message has all of them.
    """
    refused = sorted(filter(needs_trust, op_names))
    if refused:
        raise _not_trusted(where, ", ".join(refused))


def _not_trusted(where: str, what: str) -> PermissionDeniedError:
    return PermissionDeniedError(
        None,
        None,
        f"The model at {where} has ops that reach beyond tensors, and is not trusted: {what}. "
        "If you know where it comes from, load it with trust='full'.",
    )

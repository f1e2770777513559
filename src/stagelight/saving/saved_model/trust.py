"""What a model of unknown origin may do: compute with tensors, variables and tables, within limits.

The list has the families of ops that are allowed, by the modules that define them. A family that is not on
it is refused: what touches files, the network, the terminal or Python functions, and what is new and was
not looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from stagelight.core import registry
from stagelight.core.budget import Limits
from stagelight.errors import PermissionDeniedError

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
    "signal": "fft",
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
    )


def needs_trust(op_name: str) -> bool:
    """Whether an op does more than a model of unknown origin may."""
    return registry.homes.module_of(op_name) not in _FAMILIES


def require_no_trust(op_names: Iterable[str], where: str) -> None:
    """Checks that a model of unknown origin may run.

    Raises:
        PermissionDeniedError: it has ops that need trust; the message has all of them.
    """
    refused = sorted(filter(needs_trust, op_names))
    if refused:
        raise PermissionDeniedError(
            None,
            None,
            f"The model at {where} has ops that reach beyond tensors, and is not trusted: "
            f"{', '.join(refused)}. If you know where it comes from, load it with trust='full'.",
        )

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

_OPS = """
    activation addition_of_lists arithmetic assert_operation base64_text batch_normalization bessel bias
    bitwise broadcasting cast clamped_slices clipping clock comparison complex_numbers constant convolution
    creation cross_product cumulative decompositions depthwise_convolution diagonals division eigenvalues
    einsum error_functions exponential fake_quantization fft floating_point fractional_pooling
    gamma_functions gather histogram hyperbolic identity image.colors image.patches image.projection
    image.resizing image.scaling in_top_k joining least_squares letter_case linalg
    local_response_normalization logic lookup losses lu matmul matrix_functions morphology number_text
    numeric_checks one_hot optional_values padding partitioning pooling pooling_with_argmax quantization
    quantize_and_dequantize ragged.conversion ragged.text ragged.variants random.binomial_ops
    random.bounded_normal_ops random.candidate_samplers random.categorical_ops random.gamma_ops
    random.generator_ops random.normal_ops random.poisson_ops random.shuffle_ops random.stateless_seeds
    random.uniform_ops ranges raw_bytes reduction regular_expressions reshaping resource_variables reversing
    rounding sampled_losses scatter searching segments select serialized_tensors shape sigmoid slicing
    softmax sorting space_batch sparse.arithmetic sparse.conversion sparse.counting sparse.crossing
    sparse.dense_operands sparse.empty_rows sparse.matmul sparse.parts sparse.reduction sparse.reordering
    sparse.serialization sparse.sets sparse.softmax sparse_segments special_integrals splitting
    string_hashing string_joining string_parts string_splitting summary_messages tensor_list tensor_list_parts
    tensor_list_rows tiling triangles tridiagonal trigonometry unicode_text uniqueness unsorted_segments
"""
_FAMILIES = frozenset(f"ops.{name}" for name in _OPS.split()) | {
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

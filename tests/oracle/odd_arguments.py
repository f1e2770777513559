"""Calls of ops with arguments that nobody meant: one input of a sample's call is replaced, or two are.

A case is plain data: the op's name, its inputs as arrays (a list for a list argument) and its attrs. So it
can be sent to a worker process of either library (`odd_argument_worker.py`), which may not survive it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import stagelight as tf
from stagelight.core.op_def import Trait, group_inputs
from stagelight.core.tensor import EagerTensor
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from tests.ops.oddities import empty, scalar, with_more_rows, without_rows
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import Application, recorded, tensors_of
from tests.oracle.worker_processes import Worker

# Ops whose results depend on more than their arguments, or that reach beyond the process.
NOT_PLAIN = Trait.CALLS | Trait.PYTHON | Trait.READS | Trait.WRITES | Trait.SIDE_EFFECT


# Ops of which TensorFlow has no kernel for CPUs, or only one of another dtype.
WITHOUT_KERNEL = frozenset(
    {"CTCLossV2", "AccumulateNV2", "MaxPoolGradGradWithArgmax", "TopK", "FractionalMaxPoolGrad"}
)

# Where TensorFlow's kernels do not look at what they get, and give what lay in memory; results that are not
# defined; and what is accepted by one library alone.
NOT_COMPARED = {
    "DecodeJSONExample": "other bytes of the same message",
    "SelfAdjointEigV2": "in place of no vectors there is a scalar in TensorFlow",
    "ParseSequenceExampleV2": "of one example the outer splits are what lies in memory",
    "Svd": "in place of no vectors there is a scalar in TensorFlow",
    "RandomGammaGrad": "in float32 TensorFlow's vanish where a sample is far from its shape",
    "StatelessRandomUniformInt": "bounds are looked at only where numbers are drawn",
    "FusedBatchNormV2": "gives what lies in memory for no rows",
    "MaxPoolGradGrad": "looks for orig_output in each window, where there may be no such number",
    "MaxPoolGradGradV2": "looks for orig_output in each window, where there may be no such number",
    "RaggedTensorToTensor": "TensorFlow takes values that do not fit the rows",
    "DiagPart": "eagerly TensorFlow takes a scalar",
    "FractionalAvgPoolGrad": "reads beyond out_backprop where batch or channels are not the input's",
    "Empty": "gives what lies in memory",
    "StatelessRandomUniformV2": "reads beyond a counter of one number",
    "StatelessRandomUniformIntV2": "reads beyond a counter of one number",
    "StatelessRandomUniformFullIntV2": "reads beyond a counter of one number",
    "StatelessRandomNormalV2": "reads beyond a counter of one number",
    "StatelessTruncatedNormalV2": "reads beyond a counter of one number",
    "StatelessShuffle": "reads beyond a counter of one number",
    "StatelessRandomGammaV3": "reads beyond a counter of one number",
    "EncodePng": "other compressed bytes of the same picture",
    "AvgPoolGrad": "writes beyond its output for a shape that is not its input's",
    "CTCGreedyDecoder": "takes negative lengths",
    "CTCBeamSearchDecoder": "takes negative lengths",
    "Eig": "gives eigenvalues in any order",
    "Einsum": "eagerly takes sizes that differ where one of them is 0",
}

# Where TensorFlow gives what lies in memory for an input without elements.
NOT_COMPARED_WHERE_EMPTY = frozenset({"RFFT", "RFFT2D", "RFFT3D", "IRFFT", "IRFFT2D", "IRFFT3D"})


class Case(NamedTuple):
    """One call: `inputs` by the names of the signature, `what` says what is odd about it."""

    op: str
    inputs: dict[str, Any]
    attrs: dict[str, Any]
    what: str
    is_random: bool


def vector_of_one(array: np.ndarray) -> np.ndarray | None:
    return array.reshape(1) if array.ndim == 0 else None


def without_columns(array: np.ndarray) -> np.ndarray | None:
    return array[..., :0] if array.ndim > 1 else None


def with_more_columns(array: np.ndarray) -> np.ndarray | None:
    return np.concatenate([array, array[..., :1]], -1) if array.ndim > 1 and array.size else None


def with_one_row(array: np.ndarray) -> np.ndarray | None:
    return array[:1] if array.ndim and array.shape[0] > 1 else None


def of_higher_rank(array: np.ndarray) -> np.ndarray | None:
    return array[None] if array.ndim else None


def of_lower_rank(array: np.ndarray) -> np.ndarray | None:
    return array[0] if array.ndim > 1 and array.shape[0] else None


def negative(array: np.ndarray) -> np.ndarray | None:
    return np.full_like(array, -7) if array.dtype.kind == "i" else None


def minus_one(array: np.ndarray) -> np.ndarray | None:
    return np.full_like(array, -1) if array.dtype.kind == "i" else None


def beyond(array: np.ndarray) -> np.ndarray | None:
    return np.full_like(array, 9) if array.dtype.kind in "iu" else None


def zero(array: np.ndarray) -> np.ndarray | None:
    return np.zeros_like(array) if array.dtype.kind in "iuf" and array.size else None


ODDITIES: tuple[Callable[[np.ndarray], np.ndarray | None], ...] = (
    vector_of_one,
    scalar,
    empty,
    without_rows,
    without_columns,
    with_more_rows,
    with_more_columns,
    with_one_row,
    of_higher_rank,
    of_lower_rank,
    negative,
    minus_one,
    beyond,
    zero,
)


def plain_attr(value: Any) -> Any:
    """An attr as data of neither library; LookupError for what has no such form."""
    if isinstance(value, DType):
        return ("dtype", value.name)
    if isinstance(value, TensorShape):
        return ("shape", None if value.rank is None else value.as_list())
    if isinstance(value, (list, tuple)):
        return [plain_attr(item) for item in value]
    if isinstance(value, EagerTensor):
        return ("tensor", value.dtype.name, value.numpy())
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    raise LookupError(f"An attr of {type(value).__name__} is no plain data.")


def own_applications(group: Group, most: int) -> Iterator[Application]:
    """The first time that each of the first samples applies the op that it is a sample of."""
    for _, sample in group.samples[:most]:
        with recorded() as applications:
            sample.call(tf, *tensors_of(sample.arrays))
        for application in applications:
            if application.op_def.name == group.op and application.inputs:
                yield application
                break


def has_plain_inputs(application: Application) -> bool:
    return not application.op_def.has(NOT_PLAIN) and all(
        x.dtype.name not in ("resource", "variant") and x._array.dtype.kind != "V"
        for x in application.inputs
    )


def case_of(application: Application, arrays: list[np.ndarray], what: str) -> Case:
    op_def = application.op_def
    grouped = group_inputs(op_def, arrays, application.attrs)
    public = {value: key for key, value in op_def.renamed.items()}
    inputs = {
        public.get(arg.name, arg.name): value
        for arg, value in zip(op_def.inputs, grouped, strict=True)
    }
    attrs = {
        public.get(key, key): plain_attr(value)
        for key, value in application.attrs.items()
        if key in op_def.explicit_attrs and key not in op_def.types_of_lists
    }
    return Case(op_def.name, inputs, attrs, what, op_def.has(Trait.RANDOM))


def cases(group: Group, most_samples: int, pairs: int, seed: int) -> Iterator[Case]:
    """A group's calls with one odd input, and a random choice of calls with two."""
    generator = np.random.default_rng([seed, *group.op.encode()])
    for application in own_applications(group, most_samples):
        if not has_plain_inputs(application):
            continue
        try:
            arrays = [x._array for x in application.inputs]
            yield case_of(application, arrays, "as it is")
        except LookupError:
            continue
        odd: list[list[tuple[str, np.ndarray]]] = []
        for array in arrays:
            variants = [(oddity.__name__, oddity(array)) for oddity in ODDITIES]
            odd.append([(name, value) for name, value in variants if value is not None])
        names = [arg for arg in _names(application)]
        for position, variants in enumerate(odd):
            for name, value in variants:
                changed = [*arrays[:position], value, *arrays[position + 1 :]]
                yield case_of(application, changed, f"{names[position]} {name}")
        if len(arrays) < 2:
            continue
        for _ in range(pairs):
            first, second = sorted(generator.choice(len(arrays), 2, replace=False))
            one = odd[first][generator.integers(len(odd[first]))]
            other = odd[second][generator.integers(len(odd[second]))]
            changed = list(arrays)
            changed[first], changed[second] = one[1], other[1]
            what = f"{names[first]} {one[0]}, {names[second]} {other[0]}"
            yield case_of(application, changed, what)


def _names(application: Application) -> list[str]:
    """The argument of the signature of each flat input."""
    op_def = application.op_def
    grouped = group_inputs(op_def, list(application.inputs), application.attrs)
    return [
        arg.name
        for arg, value in zip(op_def.inputs, grouped, strict=True)
        for _ in (value if arg.is_list else (value,))
    ]


def chosen_cases(seed: int, count: int) -> list[Case]:
    """Some cases of any ops. Samples that others get change no choice but at its end."""
    with_samples = [group for group in GROUPS if group.samples]
    found: list[Case] = []
    for group in sorted(with_samples, key=lambda group: _draw(seed, str(group))):
        own = sorted(cases(group, 2, 12, seed), key=lambda case: _draw(seed, case.what))
        found += own[: max(1, count // 20)]
        if len(found) >= count:
            break
    return found[:count]


def _draw(seed: int, text: str) -> int:
    """A number that stands for a text in the choice of a seed."""
    return zlib.crc32(f"{seed} {text}".encode())


def differences_of(
    case: Case, tensorflow: Worker, stagelight: Worker, modes: Sequence[str]
) -> list[str]:
    """What differs in a case, in words: from TensorFlow eagerly, and between the modes of Stagelight."""
    if case.op in WITHOUT_KERNEL or case.op in NOT_COMPARED or _is_undefined(case):
        expected: tuple[Any, ...] = ("unknown",)
    else:
        expected = tensorflow.ask(case, "eager")
    eager = stagelight.ask(case, "eager")
    found = _unsound(eager)
    if expected[0] in ("returned", "raised") and not _is_missing(expected):
        found += _difference(expected, eager, case.is_random, by_class=True)
    for mode in modes:
        other = stagelight.ask(case, mode)
        told = _unsound(other) or _difference(eager, other, case.is_random, by_class=False)
        if told and other[0] == "raised" and tensorflow.ask(case, mode)[0] == "raised":
            continue  # TensorFlow's inference requires more than its kernel, too.
        found += [f"{mode}: {text}" for text in told]
    return [f"{case.op}, {case.what}, {described(case)}: {text}" for text in found]


def _is_undefined(case: Case) -> bool:
    arrays = [x for x in case.inputs.values() if isinstance(x, np.ndarray)]
    return case.op in NOT_COMPARED_WHERE_EMPTY and any(not x.size for x in arrays)


def described(case: Case) -> str:
    """The arguments in short."""
    texts = []
    for name, value in case.inputs.items():
        arrays = value if isinstance(value, list) else [value]
        told = [f"{x.dtype.name}{list(x.shape)}" for x in map(np.asarray, arrays)]
        texts.append(f"{name}={told if isinstance(value, list) else told[0]}")
    return ", ".join([*texts, *[f"{key}={value}" for key, value in case.attrs.items()]])


def _is_missing(outcome: tuple[Any, ...]) -> bool:
    """Whether TensorFlow has no such op, or no kernel for what it got."""
    return outcome[0] == "raised" and outcome[1][0] in (
        "AttributeError",
        "NotFoundError",
        "UnimplementedError",
        "InternalError",
    )


def _unsound(outcome: tuple[Any, ...]) -> list[str]:
    """What no outcome may be: the end of the process, a hang, or an error that is none of an op."""
    if outcome[0] in ("dies", "hangs"):
        return [f"the process {outcome[0]}"]
    if outcome[0] == "raised" and not {"OpError", "ValueError", "TypeError"} & set(outcome[1]):
        return [f"raises {outcome[1][0]}: {outcome[2]}"]
    return []


def _difference(
    expected: tuple[Any, ...], actual: tuple[Any, ...], is_random: bool, by_class: bool
) -> list[str]:
    if expected[0] != actual[0]:
        told = (
            expected[2] if expected[0] == "raised" else actual[2] if actual[0] == "raised" else ""
        )
        return [f"{expected[0]} / {actual[0]}: {told.splitlines()[0] if told else ''}"]
    if expected[0] == "raised":
        if by_class and expected[1][0] != actual[1][0]:
            return [f"{expected[1][0]} / {actual[1][0]}: {actual[2]}"]
        return []
    for (dtype, one), (own_dtype, other) in zip(expected[1], actual[1], strict=True):
        if (dtype, one.shape) != (own_dtype, other.shape):
            return [f"{dtype}{list(one.shape)} / {own_dtype}{list(other.shape)}"]
        if not is_random and not _are_close(one, other):
            return [f"values {one.reshape(-1)[:4]} / {other.reshape(-1)[:4]}"]
    return []


def _are_close(one: np.ndarray, other: np.ndarray) -> bool:
    if one.dtype.kind in "biuOSU":
        return bool(np.all(one == other))
    kind = np.complex128 if one.dtype.kind == "c" else np.float64
    tolerance = 1e-4 if one.dtype.itemsize > 2 else 2e-2
    return np.allclose(
        one.astype(kind), other.astype(kind), rtol=tolerance, atol=tolerance, equal_nan=True
    )

"""Small programs of every lowering family; their loop nests and LLVM text are in tests/golden/codegen.

A size that is a text differs between calls: its program is lowered twice, for the size in `SIZES` and for any
size. What the texts hold is what the code generator does; after a change read the difference.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import stagelight as tf
import stagelight.codegen.lowering.rules
from stagelight.codegen.compiled import optimize_program
from stagelight.codegen.index import Undecided
from stagelight.codegen.llvm.program import program_text
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.lowering.lowerability import lowerability_of
from stagelight.codegen.lowering.programs import common_sizes, lower, lower_for_any_size
from stagelight.codegen.printing import program_as_text
from stagelight.codegen.target import Target
from stagelight.codegen.transforms.memory_plan import plan_memory
from stagelight.codegen.verifier import Unsound, verify
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.random_streams import with_streams
from stagelight.runtime.regions import whole_region
from stagelight.types.shapes import TensorShape

# One processor, so that texts are the same wherever the tests run: 256-bit vectors, FMA.
TARGET = Target("x86_64-unknown-linux-gnu", "x86-64-v3", "+sse2,+avx,+avx2,+fma")

SIZES = {"n": (7, 9), "m": (4, 6)}


class SmallProgram(NamedTuple):
    """A function over tensors.

    Attributes:
        name: of its file.
        function: what is staged.
        inputs: dtype and sizes of each argument.
    """

    name: str
    function: Callable[..., Any]
    inputs: tuple[tuple[str, tuple[int | str, ...]], ...]

    def shapes(self, call: int) -> list[tuple[int, ...]]:
        """The shapes of the inputs in a call: 0 or 1."""
        return [
            tuple(SIZES[size][call] if isinstance(size, str) else size for size in sizes)
            for _, sizes in self.inputs
        ]

    @property
    def has_unknown_sizes(self) -> bool:
        return any(isinstance(size, str) for _, sizes in self.inputs for size in sizes)


def f(*sizes: int | str) -> tuple[str, tuple[int | str, ...]]:
    return "float32", sizes


def i(*sizes: int | str) -> tuple[str, tuple[int | str, ...]]:
    return "int32", sizes


def _collatz(n: Any) -> Any:
    steps = tf.constant(0)
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def _conditional(x: Any) -> Any:
    return tf.tanh(x) if tf.reduce_sum(x) > 0.0 else x * 2.0


def _array_of_rows(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, len(x))
    total = tf.zeros([3])
    for k in tf.range(len(x)):
        total += x[k]
        rows = rows.write(k, total)
    return rows.stack()


def _gradient_of_a_loop(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(4):
            y = tf.sin(y) * x
    return tape.gradient(y, x)


def _gradient_of_loops_in_a_loop(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(3):
            for _ in tf.range(2):
                y = tf.sin(y) * x
    return tape.gradient(y, x)


def _switch(index: Any, x: Any) -> Any:
    return tf.switch_case(index, [lambda: x + 1.0, lambda: x * 2.0, lambda: -x])


def _layer(x: Any, w: Any, b: Any) -> Any:
    return tf.nn.relu(tf.matmul(x, w) + b)


def _gradient_of_a_convolution(x: Any, w: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.reduce_sum(tf.nn.conv2d(x, w, 1, "SAME") ** 2.0)
    return tape.gradient(y, [x, w])


def _gradient_of_a_depthwise_convolution(x: Any, w: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.reduce_sum(tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "VALID") ** 2.0)
    return tape.gradient(y, [x, w])


def _gradient_of(function: Callable[..., Any]) -> Callable[..., Any]:
    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x, tf.ones_like(y))

    return gradient


def _batch_norm(x: Any, scale: Any, offset: Any) -> Any:
    return tf.compat.v1.nn.fused_batch_norm(x, scale, offset)[0]


def _variable() -> Callable[..., Any]:
    variable = tf.Variable(tf.zeros([4]))

    def step(x: Any) -> Any:
        variable.assign_add(x)
        return variable * 2.0

    return step


# fmt: off
PROGRAMS = tuple(SmallProgram(name, function, tuple(inputs)) for name, function, *inputs in (  # type: ignore[misc]
    ("elementwise_chain", lambda x, y: tf.nn.relu(x * y + 1.0), f("n", 4), f("n", 4)),
    ("elementwise_broadcast", lambda x, y: x + tf.exp(y), f("n", 4), f(4)),
    ("elementwise_shared_value", lambda x: (tf.tanh(x), tf.tanh(x) * x), f("n")),
    ("elementwise_integers", lambda x: tf.bitwise.bitwise_and(x // 3, x % 5), i("n")),
    ("elementwise_select", lambda x: tf.where(x > 0.0, x, tf.zeros_like(x)), f("n", 3)),
    ("elementwise_casts", lambda x: tf.cast(tf.cast(x, tf.float64) * 1.5, tf.int32), f("n")),
    ("elementwise_half", lambda x: tf.cast(tf.cast(x, tf.float16) + 1, tf.float32), f("n")),
    ("elementwise_bias", lambda x, b: tf.nn.leaky_relu(tf.nn.bias_add(x, b)), f("n", 3), f(3)),
    ("elementwise_clip", lambda x: tf.clip_by_value(x, -1.0, 1.0), f("n")),
    ("vector_math_exp", tf.exp, f("n")),
    ("vector_math_log", tf.math.log, f(8)),
    ("vector_math_sin", tf.sin, f(8)),
    ("vector_math_erf", tf.math.erf, f(8)),
    ("views_transpose_and_reverse", lambda x: tf.transpose(x)[1:, ::-1] * 2.0, f("n", 4)),
    ("views_reshape", lambda x: tf.reshape(x + 1.0, [-1, 2]), f("n", 4)),
    ("views_concat", lambda x, y: tf.concat([x, y * 2.0], 1), f("n", 2), f("n", 3)),
    ("views_stack", lambda x, y: tf.stack([x, y], 1), f("n"), f("n")),
    ("views_tile", lambda x: tf.tile(x, [2, 1]), f("n", 3)),
    ("views_broadcast_to", lambda x: tf.broadcast_to(x, [3, 4]), f(4)),
    ("views_slice_by_data", lambda x, at: x[:, at], f(6, 2), i()),
    ("filling_range", lambda x: tf.range(tf.shape(x)[0]) * 2, f("n")),
    ("filling_one_hot", lambda x: tf.one_hot(x, 4), i("n")),
    ("filling_pad", lambda x: tf.pad(x, [[1, 0], [0, 2]]), f("n", 3)),
    ("filling_band_part", lambda x: tf.linalg.band_part(x, 1, 0), f(4, 4)),
    ("filling_gradient_of_a_slice", _gradient_of(lambda x: x[1:3] ** 2.0), f(5)),
    ("mirrored_padding", lambda x: tf.pad(x, [[2, 1]], "REFLECT"), f(5)),
    ("reductions_sum_of_rows", lambda x: tf.reduce_sum(x * x, 1), f("n", 8)),
    ("reductions_sum_of_columns", lambda x: tf.reduce_sum(x, 0), f("n", 4)),
    ("reductions_mean_of_all", tf.reduce_mean, f("n", 5)),
    ("reductions_max", lambda x: tf.reduce_max(x, 1), f("n", 4)),
    ("reductions_any", lambda x: tf.reduce_any(x > 2.0, 1), f("n", 4)),
    ("reductions_argmax", lambda x: tf.argmax(x, 1), f("n", 4)),
    ("reductions_softmax", tf.nn.softmax, f("n", 6)),
    ("reductions_cross_entropy", lambda y, x: tf.nn.sparse_softmax_cross_entropy_with_logits(y, x),
     i("n"), f("n", 4)),
    ("scans_cumsum", lambda x: tf.cumsum(x, 1), f("n", 4)),
    ("products_matmul", tf.matmul, f("n", 3), f(3, 5)),
    ("products_transposed", lambda x, y: tf.matmul(x, y, transpose_b=True), f(6, 8), f(5, 8)),
    ("products_batches", tf.matmul, f("n", 2, 3), f("n", 3, 4)),
    ("products_layer", _layer, f("n", 4), f(4, 8), f(8)),
    ("products_packed", tf.matmul, f(64, 256), f(256, 300)),
    ("einsum", lambda x, y: tf.einsum("bij,bkj->bik", x, y), f("n", 3, 4), f("n", 2, 4)),
    ("convolution", lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), f("n", 5, 5, 2), f(3, 3, 2, 4)),
    ("convolution_with_strides", lambda x, w: tf.nn.conv2d(x, w, 2, "VALID"), f(1, 6, 6, 1), f(3, 3, 1, 2)),
    ("convolution_gradient", _gradient_of_a_convolution, f(1, 4, 4, 1), f(3, 3, 1, 2)),
    ("depthwise_convolution", lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "VALID"),
     f("n", 4, 4, 2), f(2, 2, 2, 1)),
    ("depthwise_convolution_gradient", _gradient_of_a_depthwise_convolution, f(1, 3, 3, 2), f(2, 2, 2, 1)),
    ("pooling_max", lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), f("n", 4, 4, 2)),
    ("pooling_average", lambda x: tf.nn.avg_pool2d(x, 2, 1, "SAME"), f(1, 3, 3, 2)),
    ("pooling_max_gradient", _gradient_of(lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID")), f(1, 4, 4, 1)),
    ("normalization", _batch_norm, f("n", 2, 2, 3), f(3), f(3)),
    ("indexing_gather", tf.gather, f("n", 3), i("m")),
    ("indexing_gather_nd", tf.gather_nd, f(4, 3), i("n", 2)),
    ("indexing_scatter", lambda at, x: tf.scatter_nd(at, x, [5]), i("n", 1), f("n")),
    ("indexing_segment_sum", lambda x, at: tf.math.unsorted_segment_sum(x, at, 3), f("n", 2), i("n")),
    ("diagonals_diag", tf.linalg.diag, f("n", 3)),
    ("diagonals_diag_part", tf.linalg.diag_part, f(2, 3, 3)),
    ("diagonals_set_diag", tf.linalg.set_diag, f(3, 3), f(3)),
    ("triangular_matrices_cholesky", tf.linalg.cholesky, f(3, 3)),
    ("triangular_matrices_solve", tf.linalg.triangular_solve, f(3, 3), f(3, 2)),
    ("linear_systems_inverse", tf.linalg.inv, f(2, 2)),
    ("linear_systems_solve", tf.linalg.solve, f(2, 2), f(2, 1)),
    ("sorting_top_k", lambda x: tf.math.top_k(x, 2), f("n", 5)),
    ("rearranging_roll", lambda x: tf.roll(x, 1, 0), f("n", 2)),
    ("rearranging_depth_to_space", lambda x: tf.nn.depth_to_space(x, 2), f(1, 2, 2, 4)),
    ("resizing_bilinear", lambda x: tf.image.resize(x, [4, 4]), f(1, 2, 2, 1)),
    ("resizing_nearest", lambda x: tf.image.resize(x, [4, 4], "nearest"), f(1, 2, 2, 1)),
    ("scaling", lambda x: tf.image.resize(x, [2, 2], antialias=True), f(1, 4, 4, 1)),
    ("image_places_crops", lambda x, b, n: tf.image.crop_and_resize(x, b, n, [2, 2]),
     f(1, 4, 4, 1), f(1, 4), i(1)),
    ("colors_hue", lambda x: tf.image.adjust_hue(x, 0.1), f(1, 2, 2, 3)),
    ("colors_to_hsv", tf.image.rgb_to_hsv, f(2, 3)),
    ("fake_quantization", lambda x: tf.quantization.fake_quant_with_min_max_args(x), f("n")),
    ("random_numbers_uniform", lambda seed: tf.random.stateless_uniform([6], seed), i(2)),
    ("random_numbers_normal", lambda seed: tf.random.stateless_normal([4], seed), i(2)),
    ("truncated_normals", lambda seed: tf.random.stateless_truncated_normal([4], seed), i(2)),
    ("random_choices_shuffle", lambda x, seed: tf.random.experimental.stateless_shuffle(x, seed),
     f(4, 2), i(2)),
    ("random_rejection_gamma", lambda seed: tf.random.stateless_gamma([3], seed, 2.0), i(2)),
    ("control_flow_while", _collatz, i()),
    ("control_flow_if", _conditional, f("n")),
    ("control_flow_case", _switch, i(), f("n")),
    ("tensor_lists_rows", _array_of_rows, f(5, 3)),
    ("tensor_lists_gradient_of_a_loop", _gradient_of_a_loop, f(3)),
    ("nested_lists_gradient_of_loops_in_a_loop", _gradient_of_loops_in_a_loop, f(3)),
    ("variables", _variable(), f(4)),
))

# Nobody reads a difference in thousands of lines: of these only the loop nests are kept.
WITH_LONG_LLVM_TEXTS = frozenset((
    "convolution", "convolution_gradient", "normalization", "reductions_softmax",
    "reductions_cross_entropy", "products_packed", "products_transposed", "random_numbers_uniform",
    "random_numbers_normal", "truncated_normals", "random_choices_shuffle", "random_rejection_gamma",
    "tensor_lists_gradient_of_a_loop", "nested_lists_gradient_of_loops_in_a_loop", "tensor_lists_rows",
    "control_flow_if", "sorting_top_k", "scaling",
))
# fmt: on


@functools.cache
def graph_of(program: SmallProgram) -> FuncGraph:
    """The optimized graph, with the sizes that are known."""
    specs = [
        tf.TensorSpec([None if isinstance(x, str) else x for x in sizes], dtype)
        for dtype, sizes in program.inputs
    ]
    return optimize(with_streams(tf.function(program.function).get_concrete_function(*specs).graph))


def lowered(program: SmallProgram) -> Program:
    """The loop nests for the sizes of the first call; not yet optimized."""
    graph = graph_of(program)
    shapes = [TensorShape(x) for x in program.shapes(0)]
    shapes += [x.shape for x in graph.inputs[len(shapes) :]]
    graph = optimize(specialized(whole_region(graph).as_part("program"), shapes))
    return lower("program", [*lowerability_of(graph).found], graph.inputs, graph.outputs)


def lowered_for_any_size(program: SmallProgram) -> Program | Undecided | Unsound:
    """The loop nests for any size, or why there are none."""
    region = whole_region(graph_of(program))
    captured = [tuple(x.shape.as_list()) for x in region.inputs[len(program.inputs) :]]
    sizes = common_sizes(*([*program.shapes(call), *captured] for call in (0, 1)))
    assert sizes is not None
    checked = [
        k for k, (_, dims) in enumerate(program.inputs) if any(isinstance(x, str) for x in dims)
    ]
    parts: tuple[Sequence[Any], ...] = region.operations, region.inputs, region.outputs
    try:
        made = lower_for_any_size("program", *parts, sizes, checked)
        optimize_program(made, TARGET)
        verify(made)
    except (Undecided, Unsound) as error:
        return error
    return made


def texts_of(program: SmallProgram) -> Iterator[tuple[str, str]]:
    """The names and texts of its golden files."""
    fixed = lowered(program)
    optimize_program(fixed, TARGET)
    verify(fixed)
    loops, llvm = [program_as_text(fixed)], [program_text(fixed, plan_memory(fixed), TARGET)]
    if program.has_unknown_sizes:
        open_ = lowered_for_any_size(program)
        if isinstance(open_, Program):
            loops.append(program_as_text(open_))
            llvm.append(program_text(open_, plan_memory(open_), TARGET))
        else:
            loops.append(f"not for any size: {open_}\n")
    yield f"{program.name}.txt", "\n".join(loops)
    if program.name not in WITH_LONG_LLVM_TEXTS:
        yield f"{program.name}.ll", "\n".join(llvm)

"""Errors that the library makes about staging have a code, by which `docs/errors` explains them.

Every place in the packages below that makes an error is looked at: it gives a code, or it is in `REVIEWED`,
with the reason why it needs none. A new error is in neither, and fails here.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "src" / "stagelight"

# Where staging can fail because of what a user wrote.
PACKAGES = ("staging", "autograph", "control_flow", "graph", "autodiff", "state", "passes")
FILES = [file for package in PACKAGES for file in sorted((PACKAGE / package).rglob("*.py"))]

# Why an error has no code.
ARGUMENT = "an argument is refused, eagerly in the same words"
EAGER = "what eager code may not do either"
VALUES = "of values, when the graph runs"
PYTHON = "Python's own, which converted code raises for it"
MESSAGE = "a GraphDef, a saved value or a name in one is refused, which is an argument"
PART = "a part of another error, which has a code"
INTERNAL = "of the package's own code"

# The functions that make errors without a code, as often as they make one.
REVIEWED: dict[str, list[tuple[str, str]]] = {
    "autodiff/backward.py": [(EAGER, "input_gradients"), (INTERNAL, "input_gradients")],
    "autodiff/custom_gradient.py": [(EAGER, "_call _call.gradient_function _gradients_of")],
    "autodiff/forward.py": [
        (ARGUMENT, "ForwardAccumulator.__init__ ForwardAccumulator.__init__"),
        (EAGER, "ForwardAccumulator.__enter__"),
    ],
    "autodiff/functional.py": [
        (ARGUMENT, "value_and_gradients_function.value_and_gradients _position"),
        (EAGER, "value_and_gradients_function.value_and_gradients"),
        (EAGER, "implicit_value_and_gradients.value_and_gradients"),
        (EAGER, "implicit_value_and_gradients.value_and_gradients"),
    ],
    "autodiff/graph_gradients.py": [(ARGUMENT, "_starts")],
    "autodiff/registered_gradients.py": [
        (ARGUMENT, "_register RegisterGradient.__init__ no_gradient registered_gradient"),
    ],
    "autodiff/tape.py": [
        (ARGUMENT, "GradientTape.watch check_unconnected _key_of _as_target"),
        (EAGER, "GradientTape.stop_recording GradientTape.__enter__ GradientTape.gradient"),
        (EAGER, "GradientTape.explain"),
    ],
    "autograph/api.py": [(ARGUMENT, "_function_of")],
    "autograph/generated_names.py": [(INTERNAL, "generated_name.record")],
    "autograph/operators/builtins.py": [(INTERNAL, "_calling_frame")],
    "autograph/operators/exceptions.py": [(PYTHON, "assert_stmt assert_stmt")],
    "autograph/operators/heap.py": [(PYTHON, "Place.missing Place.missing")],
    "autograph/operators/iteration.py": [(PYTHON, "Lazy.__getattr__")],
    "autograph/operators/staged_absence.py": [
        (PYTHON, "Perhaps.__getattr__ PerhapsNone.absence PerhapsNone.absence")
    ],
    "autograph/operators/staged_builtins.py": [
        (EAGER, "staged_int _row_truths"),
        (PYTHON, "_require_one_size"),
    ],
    "autograph/operators/staged_keys.py": [(PYTHON, "answer")],
    "autograph/operators/staged_lists.py": [(EAGER, "staged_list_of")],
    "autograph/operators/staged_loops.py": [(EAGER, "staged_for")],
    "autograph/operators/staged_sequences.py": [(EAGER, "size_of")],
    "autograph/operators/staged_structures.py": [(PYTHON, "_missing")],
    "autograph/operators/staged_text_methods.py": [(PYTHON, "_compute _as_text _joined_list")],
    "autograph/operators/unpacking.py": [(PYTHON, "require_count require_count")],
    "autograph/operators/variables.py": [(PYTHON, "Undefined.__init__")],
    "autograph/user_errors.py": [(PART, "_error_like")],
    "control_flow/batched_suppression.py": [
        (ARGUMENT, "non_max_suppression_padded non_max_suppression_padded")
    ],
    "control_flow/branches.py": [(ARGUMENT, "_infer_case")],
    "control_flow/conditionals.py": [
        (ARGUMENT, "cond cond smart_cond smart_cond switch_case _as_index"),
        (ARGUMENT, "_numbered _numbered _numbered _numbered _numbered _numbered"),
        (ARGUMENT, "_checked_pairs _checked_pairs _checked_pairs _checked_pairs _checked_pairs"),
        (ARGUMENT, "_checked_pairs _checked_pairs"),
        (PART, "_check_leaves _check_leaves"),
        (VALUES, "_eager_case _eager_case"),
    ],
    "control_flow/functional.py": [
        (ARGUMENT, "map_fn _as_spec _written _written _written _prepared _prepared")
    ],
    "control_flow/hessians.py": [(ARGUMENT, "_require_some")],
    "control_flow/jacobians.py": [
        (EAGER, "_all_rows _all_rows"),
        (ARGUMENT, "batch_jacobian batch_jacobian batch_jacobian"),
    ],
    "control_flow/loops.py": [(ARGUMENT, "while_loop while_loop while_loop")],
    "control_flow/rows.py": [(ARGUMENT, "Rows.__init__ _known_count _known_count")],
    "control_flow/vectorized_map.py": [(ARGUMENT, "_row_count _row_count _row_count")],
    "graph/attr_values.py": [
        (MESSAGE, "set_attr _kind_of get_attr get_attr get_attr _get_list get_dtype get_shape"),
        (MESSAGE, "_get_tensor _get_tensor"),
        (ARGUMENT, "attr_value"),
    ],
    "graph/freezing.py": [(ARGUMENT, "_Freezer.refuse")],
    "graph/library_functions.py": [(ARGUMENT, "_set_argument_shapes")],
    "graph/op_def_export.py": [(ARGUMENT, "ApiDefMap.get_op_def")],
    "graph/func_graph.py": [(ARGUMENT, "FuncGraph.capture")],
    "graph/function_library.py": [
        (MESSAGE, "FunctionLibrary.__init__ FunctionLibrary.graph FunctionLibrary.graph"),
        (MESSAGE, "FunctionLibrary.add FunctionLibrary.graph"),
        (
            MESSAGE,
            "FunctionLibrary._made FunctionLibrary._made _set_outputs _set_outputs _set_outputs",
        ),
        (MESSAGE, "_set_control_outputs"),
    ],
    "graph/graph.py": [
        (
            ARGUMENT,
            "Graph.add Graph.add Graph.add Graph.capture Graph.unique_name Graph.control_operation",
        ),
        (ARGUMENT, "Graph.get_operation_by_name Graph.get_operation_by_name"),
        (ARGUMENT, "Graph.get_operation_by_name Graph.get_tensor_by_name Graph.get_tensor_by_name"),
        (ARGUMENT, "Graph.get_tensor_by_name Graph.as_graph_element Graph.gradient_override_map"),
    ],
    "graph/graph_def_export.py": [(MESSAGE, "_write_node _write_node _function_def.tensor_text")],
    "graph/graph_def_import.py": [
        (MESSAGE, "_as_graph_def _replacements _replacements _check_names _elements _elements"),
        (ARGUMENT, "add_graph_def"),
    ],
    "graph/node_attrs.py": [
        (MESSAGE, "NodeAttrs.check_inputs NodeAttrs.check_inputs"),
        (MESSAGE, "NodeAttrsReader._read NodeAttrsReader._read NodeAttrsReader._read"),
        (MESSAGE, "NodeAttrsReader._check_droppable"),
    ],
    "graph/node_import.py": [
        (MESSAGE, "check_ops_known check_nodes check_nodes check_nodes check_nodes in_order"),
        (MESSAGE, "NodeImporter.add NodeImporter.check_all_used NodeImporter._added_call"),
        (MESSAGE, "NodeImporter.tensor NodeImporter.tensor NodeImporter.tensor"),
        (MESSAGE, "_check_output_dtypes argument_dtype _check_fit _check_fit"),
    ],
    "graph/node_references.py": [(MESSAGE, "parse_reference")],
    "graph/older_graphs/conditionals.py": [
        (MESSAGE, "_Rewriting._joined _Rewriting._joined _Rewriting.rewrite_all"),
        (MESSAGE, "_Branch._taken_from_outside"),
    ],
    "graph/older_graphs/loops.py": [(MESSAGE, "_frames_of _frames_of _Loop._error")],
    "graph/older_graphs/nodes.py": [(MESSAGE, "Functions.dtype_of")],
    "graph/older_graphs/older_ops.py": [(MESSAGE, "_rewrite_parsing")],
    "graph/older_graphs/rewriting.py": [(MESSAGE, "rewritten rewritten")],
    "graph/scopes.py": [(ARGUMENT, "name_scope.__init__")],
    "graph/structured_values.py": [
        (MESSAGE, "_encode _encode_int _encode_container _class_name decoded _decoded_container"),
        (MESSAGE, "_decoded_spec _decoded_spec _decoded_spec"),
        (ARGUMENT, "register_spec register_spec register_spec"),
    ],
    "graph/verifier.py": [(INTERNAL, "PassVerifier.__call__ _Verifier._require")],
    "staging/call_signature.py": [(PYTHON, "CallSignature._binding")],
    "staging/concrete_function.py": [(ARGUMENT, "ConcreteFunction.compiler_ir")],
    "staging/function.py": [(ARGUMENT, "Function.graph_text Function._decorate")],
    "staging/placeholders.py": [(ARGUMENT, "Placeholders._of_own_type")],
    "staging/xla_compilation.py": [(EAGER, "jit_scope")],
    "staging/profiling.py": [(EAGER, "_started stop")],
    "state/initializers.py": [
        (ARGUMENT, "Initializer._own_shape Initializer._own_shape _numeric_or_bool floating"),
        (ARGUMENT, "checked_value RandomUniform.__call__"),
    ],
    "state/lookup_tables.py": [
        (ARGUMENT, "Lookup._as_keys _Table._check_dtypes"),
        (ARGUMENT, "StaticHashTable.__init__ MutableHashTable.__init__"),
        (ARGUMENT, "KeyValueTensorInitializer.__init__"),
    ],
    "state/table_files.py": [
        (ARGUMENT, "TextFileInitializer.__init__ TextFileInitializer.__init__"),
        (ARGUMENT, "_require_column _require_column _require_column"),
    ],
    "state/module.py": [(ARGUMENT, "Module.__init__ _leaves")],
    "state/critical_section.py": [
        (ARGUMENT, "CriticalSection.__init__"),
        (EAGER, "CriticalSection._entered"),
    ],
    "state/queues.py": [
        (
            ARGUMENT,
            "QueueBase.__init__ QueueBase.from_list QueueBase.from_list QueueBase.from_list",
        ),
        (ARGUMENT, "PaddingFIFOQueue.__init__"),
        (ARGUMENT, "QueueBase._parts QueueBase._parts QueueBase._parts QueueBase._parts"),
    ],
    "state/random_generator.py": [
        (ARGUMENT, "_check_size _joined Generator.__init__ Generator.__init__ Generator.uniform"),
        (EAGER, "Generator._check_algorithm"),
    ],
    "state/resource.py": [(INTERNAL, "TrackableResource._create_resource")],
    "state/scatter_updates.py": [
        (ARGUMENT, "ScatterUpdates._scatter"),
        (ARGUMENT, "ScatterUpdates.batch_scatter_update ScatterUpdates.batch_scatter_update"),
    ],
    "state/tensor_array.py": [
        (ARGUMENT, "TensorArray.__init__ TensorArray._converted TensorArray._converted"),
        (ARGUMENT, "TensorArray._merged_shape TensorArray.unstack TensorArray.grad"),
        (VALUES, "TensorArray._write_element TensorArray._write_element TensorArray._read_element"),
        (VALUES, "TensorArray._read_element TensorArray._element TensorArray._element"),
        (VALUES, "TensorArray.split TensorArray.split"),
    ],
    "state/data_structures.py": [
        (EAGER, "ListWrapper._trackable_children ListWrapper._trackable_children"),
        (EAGER, "_DictWrapper._trackable_children require_names"),
    ],
    "state/trackable.py": [(ARGUMENT, "Trackable._track_trackable Trackable._track_trackable")],
    "state/variable.py": [
        (ARGUMENT, "Variable.__init__ Variable.__init__ Variable.assign"),
        (ARGUMENT, "Variable._update"),
        (EAGER, "Variable.__hash__ Variable._refuse_in_place"),
    ],
    "state/variable_attributes.py": [
        (ARGUMENT, "VariableAttributes._dense_var_to_tensor VariableAttributes.set_shape")
    ],
    "state/variable_operations.py": [(ARGUMENT, "no_initial_value no_initial_value")],
    "state/variable_saving.py": [
        (ARGUMENT, "SavedValue._restore_from_tensors SavedValue._restore_from_tensors")
    ],
    "state/variable_slices.py": [(EAGER, "_assignment.assign")],
    "state/vocabulary_table.py": [
        (ARGUMENT, "StaticVocabularyTable.__init__ StaticVocabularyTable.__init__"),
        (ARGUMENT, "_dtype_of_words _dtype_of_words"),
    ],
}

# Errors elsewhere in the library whose texts speak of staging, and that need no code.
REVIEWED_TEXTS = {
    "an input signature or concrete functions": "of the argument `signatures` of tf.saved_model.save",
    "should be a function when": "of the argument `loss` of an optimizer",
    "does not support non-Variable tensors": "of an argument of ExponentialMovingAverage.apply",
    "`var_list` must specify": "of an argument of a Saver",
    "`build_tensor_info` is not supported": "names a function of graphs alone",
    "Caching devices are not yet supported": "of a variable scope outside of graphs",
    "use_resource cannot be set to false": "of a variable scope outside of graphs",
}

CODE = re.compile(r"\bAG\d{3}\b")
OF_STAGING = re.compile(
    r"symbolic `?t|eager mode|eager execution|eagerly-executed|tf\.function|untracked|being traced"
)
BUILT_IN = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
MAKERS = {"invalid", "invalid_argument"}
TAKES_ITS_CODE = {"ConversionError"}


def errors_made(file: Path) -> Iterator[tuple[str, str, bool]]:
    """Function, source, and whether it has a code, of each place where a file makes an error."""
    tree = ast.parse(file.read_text())
    constants = dict(_assigned(node) for node in tree.body if _is_assignment(node))
    yield from _made_in(tree, (), constants, False)


def _made_in(
    node: ast.AST, scope: tuple[str, ...], constants: dict[str, str], is_coded: bool
) -> Iterator[tuple[str, str, bool]]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = (*scope, node.name)
    if isinstance(node, ast.FunctionDef):
        constants = {**constants, **_texts_in(node)}
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        is_coded = is_coded or f"={node.targets[0].id}" in constants
    if isinstance(node, ast.Call):
        is_coded = is_coded or _name(node) == "with_code"
        if _makes_an_error(_name(node)):
            text = ast.unparse(node)
            names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            named = [constants[name] for name in sorted(names & constants.keys())]
            yield ".".join(scope), text, is_coded or bool(CODE.search(" ".join([text, *named])))
    for child in ast.iter_child_nodes(node):
        yield from _made_in(child, scope, constants, is_coded)


def _texts_in(function: ast.FunctionDef) -> dict[str, str]:
    """The texts that a function gives names to; `=name` for an error that gets a note with its code."""
    found = dict(_assigned(node) for node in ast.walk(function) if _is_assignment(node))
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and _name(call) in ("with_code", "add_note"):
            told = call.func.value if isinstance(call.func, ast.Attribute) else call.args[0]
            if CODE.search(ast.unparse(call)):
                found[f"={ast.unparse(told)}"] = ""
    return found


def _is_assignment(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)


def _assigned(node: Any) -> tuple[str, str]:
    return node.targets[0].id, ast.unparse(node.value)


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _makes_an_error(name: str) -> bool:
    return name in BUILT_IN | MAKERS or (name.endswith("Error") and name not in TAKES_ITS_CODE)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_errors_of_staging_have_a_code(file: Path) -> None:
    found = [(function, text) for function, text, is_coded in errors_made(file) if not is_coded]
    rows = REVIEWED.get(str(file.relative_to(PACKAGE)), [])
    reviewed = Counter(name for _, names in rows for name in names.split())
    made = Counter(function for function, _ in found)
    texts = [
        f"{function}: {text}" for function, text in found if made[function] > reviewed[function]
    ]
    assert not texts, f"no code, and not among those that need none: {texts}"
    assert made == reviewed, f"these have no such errors any more: {reviewed - made}"


def test_errors_elsewhere_that_speak_of_staging_have_a_code() -> None:
    found = [
        f"{file.relative_to(PACKAGE)}, {function}: {text}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if file not in FILES
        for function, text, is_coded in errors_made(file)
        if not is_coded and OF_STAGING.search(text)
    ]
    assert [text for text in found if not any(part in text for part in REVIEWED_TEXTS)] == []
    assert [part for part in REVIEWED_TEXTS if not any(part in text for text in found)] == []


def test_an_error_without_a_code_is_found(tmp_path: Path) -> None:
    """The look at the source sees what it should."""
    file = tmp_path / "program.py"
    file.write_text(
        'RULE = "never (AG401)"\n'
        "def f():\n"
        "    raise ValueError(RULE)\n"
        "def g():\n"
        '    error = TypeError("why")\n'
        '    raise with_code(error, "AG404")\n'
        "class C:\n"
        "    def h(self):\n"
        '        return errors.InvalidArgumentError(None, None, "which")\n'
    )
    assert [(name, is_coded) for name, _, is_coded in errors_made(file)] == [
        ("f", True),
        ("g", True),
        ("C.h", False),
    ]

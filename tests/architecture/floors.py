"""The house as data: which package stands on which floor, and what else a source file may not do.

`test_floors.py` holds the source to it. A change here is a change of the architecture: it wants a
decision note.
"""

from __future__ import annotations

# A unit is a package or a single file directly in src/stagelight. A file imports from lower floors
# and from its own unit; units on one floor do not know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    (
        "homes",
        "boundary",
        "fork_safety",
        "garbage_collection",
        "public",
        "errors",
        "config",
        "tracebacks",
        "logs",
        "containers",
        "nest",
        "formats",
    ),
    ("types",),
    ("core",),
    ("ops", "graph"),
    ("state", "autodiff", "passes", "extension_types"),
    ("codegen",),
    ("runtime",),
    ("control_flow",),
    ("autograph", "linear_operators", "numpy_style"),
    ("staging",),
    ("data", "saving", "train", "summary", "onnx", "testing"),
    ("distribute",),
    (
        "alias",
        "compat",
        "contrib",
        "feature_columns",
        "keras",
        "cli",
        "index",
        "namespaces",
        "__init__",
        "__main__",
    ),
)

# The two ends of the house are made of single files. Those of the ground floor may use each other
# and be used by their neighbours; those at the entrance put everything together.
OPEN_UNITS = {
    "homes", "boundary", "fork_safety", "garbage_collection", "public", "errors", "config",
    "tracebacks", "logs", "containers", "nest", "alias", "compat", "contrib",
    "feature_columns", "cli", "index", "keras", "namespaces",
    "__init__",
}  # fmt: skip

# Names that say nothing of their subject.
FORBIDDEN_FILE_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "impl", "base"}

# Peers: in benchmarks and oracle tests only. JAX is an engine, too: of the executor below
# `runtime/xla`, where one file imports it, late and by name.
FORBIDDEN_MODULES = {"tensorflow", "jax", "jaxlib", "torch"}
ENGINE_OF_JAX = "runtime/xla/engine.py"
# Who may know of that executor, beside itself: what lists the facets of ops.
KNOW_THE_XLA_EXECUTOR = {"cli/op_facets.py"}

MOST_LINES = 800
USUAL_MOST_LINES = 500

# Files above the usual length, each with the one subject that would be torn by a split.
LONG_FILES: dict[str, str] = {
    "alias/names.py": "the one table of what is served as TensorFlow's inner modules",
    "index.py": "the index of all names and ops, written by a script",
}

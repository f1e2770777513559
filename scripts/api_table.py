"""Writes `docs/api.md`: the public names of TensorFlow that work here.

    python scripts/api_table.py            writes it
    python scripts/api_table.py --check    says whether it is as it would be written

The names are those of `tests/golden/api.txt`, which a test holds against the package.
"""

from __future__ import annotations

import sys
from pathlib import Path

from written_pages import write_or_check

ROOT = Path(__file__).resolve().parent.parent
NAMES = ROOT / "tests" / "golden" / "api.txt"
TABLE = ROOT / "docs" / "api.md"

# Not counted: older forms, what only libraries ask for, and what TensorFlow does not have.
NOT_COUNTED = ("compat.", "contrib.", "__internal__.", "onnx.")

# Names that exist, and raise NotImplementedError with what to use instead.
UNAVAILABLE = {
    "distribute.MultiWorkerMirroredStrategy": "use `tf.distribute.MirroredStrategy`",
    "distribute.ParameterServerStrategy": "use `tf.distribute.MirroredStrategy`",
    "distribute.TPUStrategy": "use `tf.distribute.MirroredStrategy`",
    **{
        f"distribute.experimental.{name}": "use `tf.distribute.MirroredStrategy`"
        for name in (
            *("CentralStorageStrategy", "MultiWorkerMirroredStrategy", "ParameterServerStrategy"),
            *("TPUStrategy", "coordinator.ClusterCoordinator", "coordinator.RemoteValue"),
            *("rpc.Client", "rpc.Server"),
        )
    },
    **dict.fromkeys(
        (
            *("config.experimental_connect_to_cluster", "config.experimental_connect_to_host"),
            *("distribute.Server", "distribute.coordinator.ClusterCoordinator"),
            *("distribute.coordinator.RemoteValue", "tpu.experimental.DeviceAssignment"),
            *("tpu.experimental.TPUSystemMetadata", "tpu.experimental.Topology"),
            *("tpu.experimental.initialize_tpu_system", "tpu.experimental.shutdown_tpu_system"),
        ),
        "use `tf.distribute.MirroredStrategy`",
    ),
    **{
        f"distribute.cluster_resolver.{name}ClusterResolver": "use `SimpleClusterResolver`"
        for name in ("GCE", "Kubernetes", "Slurm", "TPU")
    },
    **{
        f"distribute.experimental.{name}": "use `tf.train.CheckpointManager`"
        for name in ("PreemptionCheckpointHandler", "PreemptionWatcher", "TerminationConfig")
    },
    **{
        f"tpu.experimental.embedding.{name}": "use `tf.nn.embedding_lookup`"
        for name in ("TPUEmbedding", "TPUEmbeddingV0", "TPUEmbeddingV2")
    },
    **{
        f"lite.{name}": "use `tf.onnx.export`"
        for name in (
            *("OpsSet", "Optimize", "RepresentativeDataset", "TargetSpec", "TFLiteConverter"),
            *("experimental.Analyzer", "experimental.OpResolverType"),
            *("experimental.QuantizationDebugOptions", "experimental.QuantizationDebugger"),
            *("experimental.authoring.compatible", "experimental.load_delegate"),
        )
    },
    "lite.Interpreter": "use `tf.saved_model.load`",
    "load_library": "use `tf.numpy_function`",
    "load_op_library": "use `tf.numpy_function`",
}

# What holds of a name beside that it works.
NOTES = {
    "distribute.MirroredStrategy": "one replica",
    "distribute.OneDeviceStrategy": "one replica",
    "data.Options": "results do not depend on them",
}

# Names that TensorFlow does not have.
OWN = (
    "config.experimental.get_compilation_cache",
    "config.experimental.get_recycled_memory",
    "config.experimental.set_compilation_cache",
    "config.experimental.set_recycled_memory",
    "debugging.compare_modes",
    "debugging.step_through",
    "install_as_tensorflow",
)

HEAD = """# Public names

TensorFlow's public names that this package has, without `compat.v1` and `contrib`. Written by
`scripts/api_table.py`; a test holds it to the package. `tf.keras`, `tf.losses`, `tf.metrics` and
`tf.initializers` lead to Keras (`stagelight[keras]`), whose names are not counted.

{working} names work, {missing} exist and are not available.

| name | status | notes |
| --- | --- | --- |
"""


def table() -> str:
    """The text of `docs/api.md`."""
    names = [line.split(" ", 1)[0] for line in NAMES.read_text(encoding="utf-8").splitlines()]
    names = sorted(n for n in names if not n.startswith(NOT_COUNTED) and n not in OWN)
    rows = [
        f"| `tf.{name}` | {'not available' if name in UNAVAILABLE else 'works'} "
        f"| {UNAVAILABLE.get(name, NOTES.get(name, ''))} |\n"
        for name in names
    ]
    missing = sum(name in UNAVAILABLE for name in names)
    return HEAD.format(working=len(names) - missing, missing=missing) + "".join(rows)


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, TABLE, table))

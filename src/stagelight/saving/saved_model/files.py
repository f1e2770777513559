"""The folder of a saved model.

    saved_model.pb      the graphs, functions, objects and signatures
    variables/          the values, a checkpoint
    assets/             files that belong to the model
    fingerprint.pb      checksums, by which models can be told apart

All is written in a folder beside and then moved; saved_model.pb goes last, and one that is there is taken
away first. A crash leaves the old model, the new one, or a folder that has none.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stagelight.formats import schema
from stagelight.formats.atomic_files import (
    held,
    path_aside,
    remove_leftovers,
    replaced,
    sync_folder,
)
from stagelight.formats.tensor_bundle import index_file
from stagelight.ops.strings.hashes import fingerprint64
from stagelight.public import public, publish

FILE = "saved_model.pb"
TEXT_FILE = "saved_model.pbtxt"
VARIABLES = "variables"
ASSETS = "assets"
# The collection that older models have their files in.
ASSETS_KEY = "saved_model_assets"
# The collections that older models have the operation in that sets up tables and the like.
MAIN_OP_KEY = "saved_model_main_op"
LEGACY_INIT_OP_KEY = "legacy_init_op"
# The tag, the signature and the method that servers look for.
SERVING = "serve"
DEFAULT_KEY = "serving_default"
PREDICT = "tensorflow/serving/predict"
# The signature whose output is the operation that sets up tables and files.
INIT_OP = "__saved_model_init_op"
FINGERPRINT = "fingerprint.pb"
# The version of the fingerprint's rules.
_FINGERPRINT_VERSION = 4

CONSTANTS: dict[str, Any] = {
    "ASSETS_DIRECTORY": ASSETS,
    "ASSETS_KEY": ASSETS_KEY,
    "CLASSIFY_INPUTS": "inputs",
    "CLASSIFY_METHOD_NAME": "tensorflow/serving/classify",
    "CLASSIFY_OUTPUT_CLASSES": "classes",
    "CLASSIFY_OUTPUT_SCORES": "scores",
    "DEBUG_DIRECTORY": "debug",
    "DEBUG_INFO_FILENAME_PB": "saved_model_debug_info.pb",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY": DEFAULT_KEY,
    "GPU": "gpu",
    "PREDICT_INPUTS": "inputs",
    "PREDICT_METHOD_NAME": PREDICT,
    "PREDICT_OUTPUTS": "outputs",
    "REGRESS_INPUTS": "inputs",
    "REGRESS_METHOD_NAME": "tensorflow/serving/regress",
    "REGRESS_OUTPUTS": "outputs",
    "SAVED_MODEL_FILENAME_PB": FILE,
    "SAVED_MODEL_FILENAME_PBTXT": TEXT_FILE,
    "SAVED_MODEL_SCHEMA_VERSION": 1,
    "SERVING": SERVING,
    "TPU": "tpu",
    "TRAINING": "train",
    "VARIABLES_DIRECTORY": VARIABLES,
    "VARIABLES_FILENAME": VARIABLES,
}
for _name, _value in CONSTANTS.items():
    publish(f"saved_model.{_name}", _value)


@public("saved_model.contains_saved_model")
def contains_saved_model(export_dir: Any) -> bool:
    """Whether a folder has a saved model.

    Args:
        export_dir: the folder's path.

    >>> tf.saved_model.contains_saved_model("/nowhere")
    False
    """
    folder = Path(os.fspath(export_dir))
    return any((folder / name).is_file() for name in (FILE, TEXT_FILE))


def variables_prefix(folder: Path) -> str:
    """What the names of the files with the values begin with."""
    return str(folder / VARIABLES / VARIABLES)


def asset_path(folder: Path, name: str) -> str:
    """Where a file is that belongs to the model.

    Raises:
        ValueError: the name leads out of the model.
    """
    if os.path.basename(name) != name or name in ("", ".", ".."):
        raise ValueError(f"The SavedModel at {folder} has an asset outside of it: {name!r}.")
    return str(folder / ASSETS / name)


def read_saved_model(folder: Path) -> Any:
    """The `SavedModel` message of a folder.

    Raises:
        OSError: there is none, or it is broken.
    """
    for name in (FILE, TEXT_FILE):
        path = folder / name
        if path.is_file():
            break
    else:
        raise OSError(f"SavedModel file does not exist at: {folder}{os.sep}{{{TEXT_FILE}|{FILE}}}")
    message = schema.SavedModel()
    try:
        if name == FILE:
            message.ParseFromString(path.read_bytes())
        else:
            schema.parse_text(path.read_text(), message)
    except OSError:
        raise
    except Exception as error:  # protobuf's errors have no common class
        raise OSError(f"Cannot parse file {path}: {error}.") from error
    return message


@contextlib.contextmanager
def replaced_folder(folder: Path) -> Iterator[Path]:
    """A folder to write a model's files into; they take their places when the block ends without an error."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers(folder)
    aside = path_aside(folder)
    aside.mkdir()
    try:
        with held(aside):
            yield aside
            for name in (FILE, TEXT_FILE):
                (folder / name).unlink(missing_ok=True)
            sync_folder(folder)
            for name in (VARIABLES, ASSETS, FINGERPRINT, FILE):
                _take_place(folder / name, aside)
            sync_folder(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _take_place(target: Path, aside: Path) -> None:
    if target.exists():
        os.replace(target, aside / f"{target.name}.old")
    if (aside / target.name).exists():
        os.replace(aside / target.name, target)


def write_message(folder: Path, message: Any) -> None:
    """Writes saved_model.pb and the fingerprint."""
    try:
        content = message.SerializeToString(deterministic=True)
    except ValueError as error:
        raise ValueError(
            "The model's graph is too large for one file, which has at most 2 GiB. Large tensors should "
            f"be variables, not constants. ({error})"
        ) from None
    with replaced(folder / FILE) as file:
        file.write(content)
    with replaced(folder / FINGERPRINT) as file:
        file.write(_fingerprint(message.meta_graphs[0], folder).SerializeToString())


def _fingerprint(graph: Any, folder: Path) -> Any:
    index = index_file(variables_prefix(folder))
    fingerprint = schema.FingerprintDef(uuid=str(secrets.randbits(127)))
    fingerprint.version.producer = _FINGERPRINT_VERSION
    signatures = b"".join(
        key.encode() + graph.signature_def[key].SerializeToString(deterministic=True)
        for key in sorted(graph.signature_def)
    )
    objects = graph.object_graph_def.SerializeToString(deterministic=True)
    fingerprint.signature_def_hash = fingerprint64(signatures)
    fingerprint.saved_object_graph_hash = fingerprint64(objects)
    if index.exists():
        fingerprint.checkpoint_hash = fingerprint64(index.read_bytes())
    return fingerprint

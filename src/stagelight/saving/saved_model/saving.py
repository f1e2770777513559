"""`tf.saved_model.save`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema, versions
from stagelight.formats.tensor_bundle import write_bundle
from stagelight.public import public
from stagelight.saving.checkpoint import stored_values
from stagelight.saving.object_graph import Node, values_and_graph
from stagelight.saving.saved_model.files import (
    ASSETS,
    SERVING,
    replaced_folder,
    variables_prefix,
    write_message,
)
from stagelight.saving.saved_model.objects import SavedObjects, saved_children
from stagelight.saving.saved_model.options import SaveOptions
from stagelight.saving.saved_model.signatures import SignatureMap, signatures_of
from stagelight.saving.saved_model.writing import asset_file_names, meta_graph
from stagelight.saving.trackable_view import ways_to
from stagelight.state.trackable import is_trackable


@public("saved_model.save", "compat.v1.saved_model.experimental.save")
def save(
    obj: Any, export_dir: Any, signatures: Any = None, options: SaveOptions | None = None
) -> None:
    """Saves an object with its variables, functions, files and tables, so that no Python code is needed.

    What is saved is what is reached from the object: its attributes, items of lists and dicts, and
    theirs. Of a `tf.function` the traces are saved that it has; one with an `input_signature` is traced.

    The folder is what TensorFlow, TensorFlow Serving and `tf.saved_model.load` read. Its files take their
    places as a whole: after a crash there is the model of before, the new one, or none.

    Args:
        obj: a `tf.Module`, a model of Keras, a `tf.train.Checkpoint` or another trackable object.
        export_dir: the folder, which is made.
        signatures: functions that are called by name with tensors alone: a dict of them, or one,
            which becomes "serving_default". They have an `input_signature`, or are concrete functions. By
            default the only such function among the object's attributes.
        options: see `SaveOptions`.

    Raises:
        ValueError: the object is not trackable, or something has no form in a saved model.
        AssertionError: a function uses a variable that is not reached from the object.
        OSError: the files cannot be written.

    >>> import os, tempfile
    >>> class Scale(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = tf.Variable(3.0)
    ...     @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    ...     def __call__(self, x):
    ...         return self.factor * x
    >>> folder = os.path.join(tempfile.mkdtemp(), "scale")
    >>> tf.saved_model.save(Scale(), folder)
    >>> loaded = tf.saved_model.load(folder)
    >>> loaded(tf.constant([1.0, 2.0])).numpy()
    array([3., 6.], dtype=float32)
    >>> list(loaded.signatures)
    ['serving_default']
    """
    save_and_return_nodes(obj, export_dir, signatures, options)


def save_and_return_nodes(
    obj: Any, export_dir: Any, signatures: Any = None, options: SaveOptions | None = None
) -> tuple[list[Any], Any]:
    """Saves an object, and gives what is saved: the objects by their numbers, and the ways to them."""
    if CONTEXT.stage is not None:
        if not CONTEXT.stage.is_function:
            raise RuntimeError(
                "tf.saved_model.save saves what eager code has, and a tf.Graph is being built. Save outside "
                "of it; a graph with its session is saved by "
                "tf.compat.v1.saved_model.Builder. (AG411)"
            )
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the "
            "outer eagerly-executed context. (AG411)"
        )
    if not is_trackable(obj) or isinstance(obj, type):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the "
            f"`Trackable` class, for export. Got {obj} with type {type(obj)}."
        )
    options = options or SaveOptions()
    cache: dict[Any, Any] = {}
    children = saved_children(obj, cache)
    if not isinstance(children.get("signatures", SignatureMap({})), SignatureMap):
        raise ValueError(
            f"Exporting an object {obj} which has an attribute named 'signatures'. This is a reserved "
            "attribute used to store SavedModel signatures in objects which come from "
            "`tf.saved_model.load`. Delete this attribute (e.g. `del obj.signatures`) before saving if "
            "this shadowing is acceptable."
        )
    found = signatures_of(children, signatures)
    with_gradients = options.experimental_custom_gradients
    objects = SavedObjects(obj, children, found, with_gradients, cache)
    paths = [asset.asset_path.numpy().decode() for asset in objects.assets]  # type: ignore[attr-defined]
    names = asset_file_names(paths)
    tensors, graph = values_and_graph(objects.nodes)
    message = schema.SavedModel(saved_model_schema_version=1)
    message.meta_graphs.append(
        meta_graph(objects, found, _keys(objects.nodes, graph), names, options.function_aliases)
    )
    _describe(message.meta_graphs[0].meta_info_def, options)
    with replaced_folder(Path(os.fspath(export_dir))) as folder:
        (folder / ASSETS).mkdir()
        for path, name in dict(zip(paths, names, strict=True)).items():
            shutil.copyfile(path, folder / ASSETS / name)
        if not options.experimental_skip_saver:
            write_bundle(variables_prefix(folder), stored_values(tensors, graph))
        write_message(folder, message)
    return [node.value for node in objects.nodes], ways_to(objects.nodes)


def _keys(nodes: list[Node], graph: Any) -> dict[int, str]:
    """The keys of values in the checkpoint, by the `id` of those that have one each."""
    return {
        id(node.value): message.attributes[0].checkpoint_key
        for node, message in zip(nodes, graph.nodes, strict=True)
        if len(message.attributes) == 1 and hasattr(node.value, "handle")
    }


def _describe(info: Any, options: SaveOptions) -> None:
    info.tags.extend(sorted({SERVING, *(options.extra_tags or ())}))
    info.tensorflow_version = versions.TENSORFLOW
    info.tensorflow_git_version = f"stagelight graph {versions.PRODUCER}"
    info.stripped_default_attrs = False

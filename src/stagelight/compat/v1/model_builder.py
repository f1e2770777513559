"""`tf.compat.v1.saved_model.Builder`: the graph and the variables of a session as a saved model.

The model has no objects, but a graph, signatures, the operations that restore its variables and set up its
tables, and its files. `saving/saved_model/older_models.py` loads such models, and so does TensorFlow.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys, get_collection
from stagelight.compat.v1.meta_graph_export import export_meta_graph
from stagelight.compat.v1.model_signatures import build_tensor_info, predict_signature_def
from stagelight.compat.v1.saver import Saver
from stagelight.compat.v1.session import Session
from stagelight.compat.v1.variables import (
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
)
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.formats import schema
from stagelight.formats.atomic_files import replaced
from stagelight.graph.graph import Graph
from stagelight.public import public
from stagelight.saving.saved_model.files import (
    ASSETS_KEY,
    DEFAULT_KEY,
    FILE,
    LEGACY_INIT_OP_KEY,
    MAIN_OP_KEY,
    SERVING,
    TEXT_FILE,
    asset_path,
    contains_saved_model,
    variables_prefix,
    write_message,
)
from stagelight.saving.saved_model.writing import asset_file_names


@public("compat.v1.saved_model.Builder", "compat.v1.saved_model.builder.SavedModelBuilder")
class Builder:
    """Writes a saved model from a session: variables once, and one or more graphs that use them.

    Args:
        export_dir: the folder, which must not be there or be empty.

    Raises:
        AssertionError: there is something in the folder.

    >>> import os, tempfile
    >>> v1 = tf.compat.v1
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     x = v1.placeholder(tf.float32, [], name="x")
    ...     w = v1.get_variable("w", initializer=2.0)
    ...     signature = v1.saved_model.predict_signature_def({"x": x}, {"y": x * w})
    ...     session.run(v1.global_variables_initializer())
    ...     builder = v1.saved_model.Builder(folder)
    ...     builder.add_meta_graph_and_variables(session, ["serve"], {"f": signature})
    ...     path = builder.save()
    >>> float(tf.saved_model.load(folder).signatures["f"](tf.constant(3.0))["y"])
    6.0
    """

    def __init__(self, export_dir: Any) -> None:
        self._folder = Path(os.fspath(export_dir))
        self._message = schema.SavedModel(saved_model_schema_version=1)
        self._has_variables = False
        if self._folder.is_dir() and any(self._folder.iterdir()):
            raise AssertionError(
                f"Export directory {self._folder} already exists, and isn't empty. Please choose a different "
                "export directory, or delete all the contents of the specified directory."
            )

    def add_meta_graph_and_variables(
        self,
        sess: Session,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Iterable[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the graph of a session, and writes the values of its variables.

        Args:
            sess: the session.
            tags: by which the graph is found.
            signature_def_map: `SignatureDef`s by name.
            assets_collection: constants of the graph that are paths of files, which are copied.
            legacy_init_op: an older name of `main_op`.
            clear_devices: whether the devices of operations are left out.
            main_op: an operation that sets up tables and the like when the model is loaded.
            strip_default_attrs: whether attrs that have their default are left out.
            saver: of the variables to save; by default all of the graph.

        Raises:
            AssertionError: it was called before.
            TypeError: a signature is no `SignatureDef`, or `main_op` no operation.
            ValueError: an asset is no constant, or both `main_op` and `legacy_init_op` are given.
        """
        if self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke "
                "`add_meta_graph()` instead."
            )
        with sess.graph.as_default():
            saver = saver or Saver(allow_empty=True)
            files = self._add(
                tags, signature_def_map, assets_collection, legacy_init_op, clear_devices, main_op,
                strip_default_attrs, saver,
            )  # fmt: skip
            for path, name in files.items():
                target = Path(asset_path(self._folder, name))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
            if saver.saver_def is not None:
                path = variables_prefix(self._folder)
                saver.save(sess, path, write_meta_graph=False, write_state=False)
        self._has_variables = True

    def add_meta_graph(
        self,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Iterable[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the default graph, which uses the variables that were written before.

        Args:
            tags: by which the graph is found.
            signature_def_map: `SignatureDef`s by name.
            assets_collection: constants of the graph that are paths of files among those written before.
            legacy_init_op: an older name of `main_op`.
            clear_devices: whether the devices of operations are left out.
            main_op: an operation that sets up tables and the like when the model is loaded.
            strip_default_attrs: whether attrs that have their default are left out.
            saver: of the variables to restore; by default all of the graph.

        Raises:
            AssertionError: no variables were written before.
            TypeError: a signature is no `SignatureDef`, or `main_op` no operation.
            ValueError: an asset is no constant, or both `main_op` and `legacy_init_op` are given.
        """
        if not self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        saver = saver or Saver(allow_empty=True)
        self._add(
            tags, signature_def_map, assets_collection, legacy_init_op, clear_devices, main_op,
            strip_default_attrs, saver,
        )  # fmt: skip

    def _add(
        self,
        tags: Iterable[str],
        signatures: Mapping[str, Any] | None,
        assets: Iterable[Any] | None,
        legacy_init_op: Any,
        clear_devices: bool,
        main_op: Any,
        strip_default_attrs: bool,
        saver: Saver,
    ) -> dict[str, str]:
        """Adds the default graph; the names of its files by their paths."""
        if main_op is not None and legacy_init_op is not None:
            raise ValueError("One of `main_op` and `legacy_init_op` is required, not both.")
        graph = get_default_graph()
        with graph.as_default():
            message = export_meta_graph(
                saver_def=saver.saver_def,
                clear_devices=clear_devices,
                strip_default_attrs=strip_default_attrs,
            )
        for key in (ASSETS_KEY, MAIN_OP_KEY, LEGACY_INIT_OP_KEY):  # Of a model that was loaded.
            message.collection_def.pop(key, None)
        message.meta_info_def.tags.extend(dict.fromkeys([tags] if isinstance(tags, str) else tags))
        for key, signature in (signatures or {}).items():
            if getattr(getattr(signature, "DESCRIPTOR", None), "name", None) != "SignatureDef":
                raise TypeError(
                    f"Signature {key!r} must be a SignatureDef. Received: {signature!r}"
                )
            message.signature_def[key].ParseFromString(signature.SerializeToString())
        for key, operation in ((MAIN_OP_KEY, main_op), (LEGACY_INIT_OP_KEY, legacy_init_op)):
            if operation is not None:
                name = graph.as_graph_element(operation, allow_tensor=False).name
                message.collection_def[key].node_list.value.append(name)
        files = _note_assets(message, list(assets or ()))
        self._message.meta_graphs.add().CopyFrom(message)
        return files

    def save(
        self,
        as_text: bool = False,
        experimental_image_format: bool = False,
        experimental_image_writer_options: Any = None,
    ) -> bytes:
        """Writes the file with the graphs.

        Args:
            as_text: whether it is written as text that people can read.
            experimental_image_format: must be False: a model is a folder.
            experimental_image_writer_options: not used.

        Returns:
            The file's path.

        Raises:
            NotImplementedError: another format is asked for.
        """
        if experimental_image_format:
            raise NotImplementedError(
                "A model is written as a folder; `experimental_image_format` must be False."
            )
        self._folder.mkdir(parents=True, exist_ok=True)
        if not as_text:
            write_message(self._folder, self._message)
            return os.fsencode(self._folder / FILE)
        with replaced(self._folder / TEXT_FILE) as file:
            file.write(str(self._message).encode())
        return os.fsencode(self._folder / TEXT_FILE)


def _note_assets(message: Any, tensors: list[Any]) -> dict[str, str]:
    paths = []
    for tensor in tensors:
        operation = getattr(tensor, "op", None)
        if operation is None or operation.type != "Const":
            raise ValueError(
                f"An asset must be a constant that is a file's path. Received: {tensor!r}"
            )
        paths.append(os.fsdecode(operation.attrs["value"].numpy()))
    names = asset_file_names(paths)
    for tensor, name in zip(tensors, names, strict=True):
        asset = message.asset_file_def.add(filename=name)
        asset.tensor_info.CopyFrom(build_tensor_info(tensor))
        packed = message.collection_def[ASSETS_KEY].any_list.value.add()
        packed.type_url = f"type.googleapis.com/{asset.DESCRIPTOR.full_name}"
        packed.value = asset.SerializeToString()
    return dict(zip(paths, names, strict=True))


@public("compat.v1.saved_model.simple_save")
def simple_save(
    session: Session,
    export_dir: Any,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    legacy_init_op: Any = None,
) -> None:
    """Writes the graph and the variables of a session as a saved model with one signature.

    Args:
        session: the session.
        export_dir: the folder, which must not be there or be empty.
        inputs: tensors by name.
        outputs: the same.
        legacy_init_op: an operation that sets up tables and the like when the model is loaded; by default
            `tf.compat.v1.tables_initializer()`.

    Raises:
        AssertionError: there is something in the folder.
        ValueError: there are no inputs, or no outputs.

    >>> import os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    ...     tf.compat.v1.saved_model.simple_save(session, folder, {"x": x}, {"y": x * 2.0})
    >>> float(tf.saved_model.load(folder).signatures["serving_default"](tf.constant(3.0))["y"])
    6.0
    """
    builder = Builder(export_dir)
    with session.graph.as_default():
        main_op = tables_initializer() if legacy_init_op is None else legacy_init_op
        builder.add_meta_graph_and_variables(
            session,
            [SERVING],
            {DEFAULT_KEY: predict_signature_def(inputs, outputs)},
            assets_collection=get_collection(GraphKeys.ASSET_FILEPATHS),
            main_op=main_op,
            clear_devices=True,
        )
    builder.save()


@public("compat.v1.saved_model.main_op.main_op")
def main_op() -> Any:
    """An operation that sets the initial values of all variables, and sets up all tables, of the graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.saved_model.main_op.main_op().type
    'NoOp'
    """
    graph = CONTEXT.stage
    if not isinstance(graph, Graph):
        return None
    parts = (global_variables_initializer(), local_variables_initializer(), tables_initializer())
    with graph.control_dependencies(parts):
        return raw.NoOp()


@public(
    "compat.v1.saved_model.maybe_saved_model_directory",
    "compat.v1.saved_model.loader.maybe_saved_model_directory",
)
def maybe_saved_model_directory(export_dir: Any) -> bool:
    """The older name of `tf.saved_model.contains_saved_model`.

    >>> tf.compat.v1.saved_model.maybe_saved_model_directory("/nowhere")
    False
    """
    return contains_saved_model(export_dir)

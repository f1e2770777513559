"""`tf.saved_model.experimental.read_fingerprint`: the checksums by which saved models are told apart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stagelight.formats import schema
from stagelight.public import public
from stagelight.saving.saved_model.files import FINGERPRINT


@public("saved_model.experimental.Fingerprint")
@dataclass(eq=True, frozen=True)
class Fingerprint:
    """The checksums of a saved model; a part that a model lacks has 0.

    Args:
        saved_model_checksum: of the whole file.
        graph_def_program_hash: of the graph.
        signature_def_hash: of the signatures.
        saved_object_graph_hash: of the objects.
        checkpoint_hash: of the index of the values.
        version: the version of the rules by which they are made, a `VersionDef`.

    >>> tf.saved_model.experimental.Fingerprint(1, 2, 3, 4, 5).singleprint()
    '2/3/4/5'
    """

    saved_model_checksum: int | None = None
    graph_def_program_hash: int | None = None
    signature_def_hash: int | None = None
    saved_object_graph_hash: int | None = None
    checkpoint_hash: int | None = None
    version: Any = None

    @classmethod
    def from_proto(cls, proto: Any) -> Fingerprint:
        """The fingerprint of a `FingerprintDef`."""
        return cls(
            proto.saved_model_checksum,
            proto.graph_def_program_hash,
            proto.signature_def_hash,
            proto.saved_object_graph_hash,
            proto.checkpoint_hash,
            proto.version,
        )

    def _hashes(self) -> dict[str, int | None]:
        return {
            "graph_def_program_hash": self.graph_def_program_hash,
            "signature_def_hash": self.signature_def_hash,
            "saved_object_graph_hash": self.saved_object_graph_hash,
            "checkpoint_hash": self.checkpoint_hash,
        }

    def __str__(self) -> str:
        told = {"saved_model_checksum": self.saved_model_checksum, **self._hashes()}
        return "\n".join(["SavedModel Fingerprint", *(f"  {k}: {v}" for k, v in told.items())])

    def singleprint(self) -> str:
        """All checksums but the file's as one text.

        Raises:
            ValueError: one is missing.
        """
        hashes = self._hashes()
        if None in hashes.values():
            missing = [name for name, value in hashes.items() if value is None]
            raise ValueError(f"A singleprint needs all checksums. Received None for: {missing}")
        return "/".join(map(str, hashes.values()))


@public("saved_model.experimental.read_fingerprint")
def read_fingerprint(export_dir: Any) -> Fingerprint:
    """The fingerprint of a saved model.

    Args:
        export_dir: the model's folder.

    Raises:
        FileNotFoundError: there is none.
        RuntimeError: the file is broken.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(tf.Module(), folder)
    >>> tf.saved_model.experimental.read_fingerprint(folder).version.producer
    4
    """
    path = Path(export_dir) / FINGERPRINT
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"SavedModel Fingerprint Error: Could not find fingerprint in directory: {export_dir}"
        ) from None
    try:
        return Fingerprint.from_proto(schema.FingerprintDef.FromString(content))
    except Exception as error:  # protobuf's errors have no common class
        raise RuntimeError(f"SavedModel Fingerprint Error: {path} is broken: {error}") from error

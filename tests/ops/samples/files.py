"""Samples of the ops of `ops/files/files.py`."""

import tempfile
from pathlib import Path

from tests.ops.samples import Bad, Sample

FOLDER, ELSEWHERE = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
for _name in ("b", "a"):
    (FOLDER / _name).write_text(f"text of {_name}")
ONE, PATTERN = str(FOLDER / "a"), str(FOLDER / "*")


def _written(tf, text):
    tf.io.write_file(str(ELSEWHERE / "folder" / "new"), text)
    return tf.constant(Path(FOLDER, "a").read_text())


SAMPLES = [
    Sample("ReadFile", lambda tf: tf.io.read_file(ONE), (), gradient=False),
    Bad("ReadFile", lambda tf: tf.io.read_file("/no/such/file"), error=("NotFoundError",)),
    Sample("WriteFile", lambda tf: _written(tf, "text"), (), gradient=False),
    Bad(
        "WriteFile",
        lambda tf: tf.io.write_file(str(FOLDER), "x"),
        error=("FailedPreconditionError",),
    ),
    Sample("MatchingFiles", lambda tf: tf.io.matching_files(PATTERN), (), gradient=False),
    Sample(
        "MatchingFiles",
        lambda tf: tf.io.matching_files([PATTERN, ONE, "/no/such/*"]),
        (),
        gradient=False,
    ),
    Bad("MatchingFiles", lambda tf: tf.io.matching_files([["a"]])),
]

"""Inputs of the command line from files that are damaged: they are read, or refused with a ValueError."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

import stagelight as tf
from stagelight.cli.values import arguments_of

SPECS = {"x": tf.TensorSpec([None, 2]), "s": tf.TensorSpec([None], tf.string)}
ARRAYS = {"x": np.ones([3, 2], np.float32), "s": np.array(["a", "b"])}


def content(write, **arrays):
    file = io.BytesIO()
    write(file, **arrays)
    return file.getvalue()


FILES = {
    "packed.npz": content(np.savez_compressed, **ARRAYS),
    "plain.npz": content(np.savez, **ARRAYS),
    "x.npy": content(np.save, arr=ARRAYS["x"]),
    "values.json": b'{"x": [[1, 2.5]], "s": ["a"]}',
}


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_are_read_or_refused(name, tmp_path):
    draw = random.Random(7)
    for _ in range(400):
        data = bytearray(FILES[name])
        place = draw.randrange(len(data))
        if draw.random() < 0.7:
            data[place] = draw.randrange(256)
        else:
            del data[place : place + draw.choice([1, 4, 10_000])]
        file = tmp_path / name
        file.write_bytes(data)
        try:
            if name.endswith(".npy"):
                arguments_of({"x": SPECS["x"]}, [f"x={file}"], None)
            else:
                arguments_of(SPECS, [], str(file))
        except ValueError as error:
            assert str(error)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"x":' * 50_000, '{"x": "\\ud800"}', "1"])
def test_json_that_is_no_object_of_arguments_is_refused(text, tmp_path):
    (tmp_path / "values.json").write_text(text)
    with pytest.raises(ValueError, match=r"argument|JSON|signature"):
        arguments_of(SPECS, [], str(tmp_path / "values.json"))

"""`tf.io.gfile`: what it does to files, and with which errors."""

from __future__ import annotations

import pytest

import stagelight as tf

gfile = tf.io.gfile
errors = tf.errors


def test_text_and_bytes_are_read_and_written(tmp_path):
    path = str(tmp_path / "file")
    with gfile.GFile(path, "w") as file:
        file.write("ab\ncd\n")
    with gfile.GFile(path) as file:
        assert (file.read(1), file.tell(), file.readline(), file.size()) == ("a", 1, "b\n", 6)
        file.seek(0)
        assert file.readlines() == ["ab\n", "cd\n"]
    with gfile.GFile(path, "a") as file:
        file.write("é")
    assert gfile.GFile(path, "rb").read() == b"ab\ncd\n\xc3\xa9"
    assert list(gfile.GFile(path)) == ["ab\n", "cd\n", "é"]


def test_files_and_folders_are_made_moved_and_removed(tmp_path):
    folder = gfile.join(str(tmp_path), "a", "b")
    gfile.makedirs(folder)
    gfile.makedirs(folder)
    with gfile.GFile(f"{folder}/one", "w"):
        pass
    gfile.copy(f"{folder}/one", f"{folder}/two")
    gfile.rename(f"{folder}/two", f"{folder}/three")
    assert gfile.listdir(folder) == ["one", "three"]
    assert gfile.glob(f"{folder}/t*") == [f"{folder}/three"]
    top = str(tmp_path)
    walked = [(top, ["a"], []), (f"{top}/a", ["b"], []), (folder, [], ["one", "three"])]
    assert list(gfile.walk(top)) == walked == list(gfile.walk(top, topdown=False))[::-1]
    gfile.remove(f"{folder}/one")
    assert not gfile.exists(f"{folder}/one") and gfile.isdir(folder)
    gfile.rmtree(gfile.join(top, "a"))
    assert gfile.listdir(top) == []


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda folder: gfile.GFile("/no/such/file").read(), errors.NotFoundError),
        (lambda folder: gfile.GFile(folder, "rb").read(), errors.FailedPreconditionError),
        (lambda folder: gfile.GFile(f"{folder}/file").write("x"), errors.PermissionDeniedError),
        (lambda folder: gfile.GFile(f"{folder}/file", "w").read(), errors.PermissionDeniedError),
        (lambda folder: gfile.GFile(f"{folder}/file", "z"), errors.InvalidArgumentError),
        (lambda folder: gfile.remove("/no/such/file"), errors.NotFoundError),
        (lambda folder: gfile.remove(folder), errors.FailedPreconditionError),
        (lambda folder: gfile.copy(f"{folder}/file", f"{folder}/file"), errors.AlreadyExistsError),
        (lambda folder: gfile.rename(f"{folder}/file", folder), errors.AlreadyExistsError),
        (lambda folder: gfile.mkdir(f"{folder}/x/y"), errors.NotFoundError),
        (lambda folder: gfile.rmtree("/no/such/folder"), errors.NotFoundError),
        (lambda folder: gfile.listdir("/no/such/folder"), errors.NotFoundError),
        (lambda folder: gfile.stat("/no/such/file"), errors.NotFoundError),
    ],
)
def test_errors_are_those_of_tensorflow(tmp_path, call, error):
    (tmp_path / "file").write_text("text")
    with pytest.raises(error):
        call(str(tmp_path))


def test_paths_have_no_schemes():
    assert tf.io.gfile.get_registered_schemes() == [""]

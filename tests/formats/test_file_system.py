"""`tf.io.gfile`: what it does to files and folders, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import stagelight as tf

gfile = tf.io.gfile


def _written(path: Path, text: str = "one\ntwo\nx") -> str:
    with gfile.GFile(path, "w") as file:
        file.write(text)
    return str(path)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = _written(tmp_path / "a")
    assert gfile.GFile(path).read() == "one\ntwo\nx"
    assert gfile.GFile(path, "rb").read(3) == b"one"
    assert gfile.GFile(path).readlines() == list(gfile.GFile(path)) == ["one\n", "two\n", "x"]
    with gfile.GFile(path, "a") as file:
        file.write(b"yz")
        assert file.size() == 11
    assert Path(path).read_text() == "one\ntwo\nxyz"


def test_a_file_is_read_from_any_place(tmp_path: Path) -> None:
    file = gfile.GFile(_written(tmp_path / "a"))
    assert (file.read(2), file.tell(), file.seekable()) == ("on", 2, True)
    file.seek(1)
    assert file.readline() == "ne\n"
    file.seek(0, 2)
    assert file.read() == ""


def test_opening_to_write_makes_the_file(tmp_path: Path) -> None:
    gfile.GFile(tmp_path / "a", "w").close()
    assert gfile.exists(tmp_path / "a")


def test_folders_and_files_are_told_apart(tmp_path: Path) -> None:
    gfile.makedirs(tmp_path / "a" / "b")
    gfile.makedirs(tmp_path / "a" / "b")
    gfile.mkdir(str(tmp_path / "c").encode())
    path = _written(tmp_path / "a" / "f.txt")
    assert (gfile.isdir(tmp_path / "a"), gfile.isdir(path), gfile.exists(path)) == (
        True,
        False,
        True,
    )
    assert sorted(gfile.listdir(tmp_path)) == ["a", "c"]
    assert gfile.glob(f"{tmp_path}/a/*.txt") == gfile.glob([path]) == [path]
    assert gfile.stat(path)._replace(mtime_nsec=0) == (9, 0, False)
    walked = [
        (place, sorted(folders), files) for place, folders, files in gfile.walk(tmp_path / "a")
    ]
    assert walked == [
        (str(tmp_path / "a"), ["b"], ["f.txt"]),
        (str(tmp_path / "a" / "b"), [], []),
    ]


def test_files_are_copied_renamed_and_removed(tmp_path: Path) -> None:
    path = _written(tmp_path / "a")
    gfile.copy(path, tmp_path / "b")
    for change in (gfile.copy, gfile.rename):
        with pytest.raises(tf.errors.AlreadyExistsError, match="already exists"):
            change(path, tmp_path / "b")
    gfile.copy(path, tmp_path / "b", overwrite=True)
    gfile.rename(tmp_path / "b", tmp_path / "c")
    gfile.remove(path)
    gfile.mkdir(tmp_path / "d")
    gfile.rmtree(tmp_path / "d")
    assert gfile.listdir(tmp_path) == ["c"]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    missing = str(tmp_path / "no")
    for call in (
        lambda: gfile.GFile(missing).read(),
        lambda: gfile.stat(missing),
        lambda: gfile.listdir(missing),
        lambda: gfile.remove(missing),
        lambda: gfile.rmtree(missing),
        lambda: gfile.copy(missing, missing + "2"),
        lambda: gfile.rename(missing, missing + "2"),
        lambda: gfile.mkdir(missing + "/deeper"),
    ):
        with pytest.raises(tf.errors.NotFoundError, match="no"):
            call()
    assert not gfile.exists(missing)
    assert list(gfile.walk(missing)) == []


def test_wrong_uses_are_refused(tmp_path: Path) -> None:
    path = _written(tmp_path / "a")
    with pytest.raises(tf.errors.InvalidArgumentError, match="mode is not"):
        gfile.GFile(path, "x")
    with pytest.raises(tf.errors.PermissionDeniedError, match="writing"):
        gfile.GFile(path).write("x")
    with pytest.raises(tf.errors.PermissionDeniedError, match="reading"):
        gfile.GFile(path, "a").read()
    with pytest.raises(TypeError, match="unicode string"):
        gfile.GFile(path, "a").write(3)  # type: ignore[arg-type]
    for call in (gfile.remove, lambda folder: gfile.GFile(folder).read()):
        with pytest.raises(tf.errors.FailedPreconditionError):
            call(str(tmp_path))
    with pytest.raises(tf.errors.FailedPreconditionError, match="not a directory"):
        gfile.makedirs(path)
    with pytest.raises(tf.errors.UnimplementedError, match="gs"):
        gfile.exists("gs://bucket/file")


def test_paths_are_joined() -> None:
    assert gfile.join("a", "b", "c") == "a/b/c"
    assert gfile.join("a", "/b") == "/b"
    assert gfile.join(b"a", b"b") == b"a/b"

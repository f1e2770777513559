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


@pytest.mark.parametrize(
    ("mode", "read", "left"),
    [
        ("w+", "new!", "new!more"),
        ("r+", "new!", "new!more"),
        ("a+", "old\nnew!", "old\nnew!more"),
        ("rb+", b"new!", "new!more"),
    ],
)
def test_reading_and_writing_have_a_place_each(tmp_path, mode, read, left):
    path = tmp_path / "file"
    path.write_text("old\n")
    with gfile.GFile(path, mode) as file:
        file.write("new")
        file.write(b"!")
        assert file.tell() == 0
        assert (file.read(), file.tell(), file.size()) == (read, len(read), len(read))
        file.write("more")
    assert path.read_text() == left


def test_a_file_that_nothing_is_written_to_stays_as_it_is(tmp_path):
    path = tmp_path / "file"
    with gfile.GFile(path, "w"):
        assert not path.exists()
    path.write_text("text")
    gfile.GFile(path, "w").close()
    assert path.read_text() == "text"


def test_lines_come_one_by_one_without_returns(tmp_path):
    path = tmp_path / "file"
    path.write_bytes("a\r\nbé\rc\n\nlast".encode())
    file = gfile.GFile(path)
    assert (next(file), file.tell()) == ("a\n", 3)
    for line in file:
        assert line == "béc\n"
        break
    assert (file.tell(), file.readlines()) == (9, ["\n", "last"])
    assert (file.readline(), file.next, list(file)) == ("", file.next, [])
    assert gfile.GFile(path, "rb").readlines()[1] == b"b\xc3\xa9c\n"


def test_places_are_bytes_from_the_start_the_place_or_the_end(tmp_path):
    path = tmp_path / "file"
    path.write_text("0123456789")
    file = gfile.GFile(path)
    file.seek(-4, 2)
    assert file.read(2) == "67"
    file.seek(-3, 1)
    assert (file.tell(), file.read()) == (5, "56789")
    file.seek(position=2)
    assert file.read(1) == "2"
    for arguments, error in (
        ((), TypeError),
        ((1, 0, 1), TypeError),
        ((1, 3), errors.InvalidArgumentError),
        ((-1,), errors.InvalidArgumentError),
        ((11,), errors.OutOfRangeError),
    ):
        with pytest.raises(error):
            file.seek(*arguments)
    with pytest.raises(errors.InvalidArgumentError, match="negative number of bytes: -2"):
        file.read(-2)
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        gfile.GFile(path, "a").write(3)


def test_files_and_folders_are_made_moved_and_removed(tmp_path):
    folder = gfile.join(str(tmp_path), "a", "b")
    gfile.makedirs(folder)
    gfile.makedirs(folder)
    with gfile.GFile(f"{folder}/one", "w") as file:
        file.write("")
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

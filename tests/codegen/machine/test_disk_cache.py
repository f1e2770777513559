"""Compiled code is found again by the next process, and nothing that is wrong on disk does harm."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.machine import compiler
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.disk_cache import DiskCache, current_cache, entry_key
from stagelight.codegen.machine.host import host_target
from tests.processes import environment

TEXT = """
define i64 @answer() {
  ret i64 42
}
"""
KEY = "a" * 64
OTHER = "b" * 64


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "code", 1 << 20)


def put(cache, key, code):
    cache.put(key, code)
    cache.wait_for_writer()


def files(directory: Path) -> list[Path]:
    return sorted(directory.iterdir())


def answer(module) -> int:
    return ctypes.CFUNCTYPE(ctypes.c_int64)(module.address("answer"))()


def count_compilations(monkeypatch) -> list[str]:
    compiled = []
    compile_object = compiler.compile_object

    def counted(text, *args):
        compiled.append(text)
        return compile_object(text, *args)

    monkeypatch.setattr(compiler, "compile_object", counted)
    return compiled


def test_code_is_compiled_once(monkeypatch):
    compiled = count_compilations(monkeypatch)
    assert answer(compile_module(TEXT)) == 42
    current_cache().wait_for_writer()
    assert answer(compile_module(TEXT)) == 42
    assert len(compiled) == 1
    compile_module(TEXT, passes="full")
    compile_module(TEXT.replace("42", "43"))
    assert len(compiled) == 3


def test_the_key_says_all_that_code_depends_on(monkeypatch):
    keys = {compiler.object_key(TEXT, "none"), compiler.object_key(TEXT, "full")}
    for name in ("triple", "cpu", "features"):
        keys.add(compiler.object_key(TEXT, "none", replace(host_target(), **{name: "other"})))
    monkeypatch.setattr(compiler, "llvm_version", lambda: "other")
    keys.add(compiler.object_key(TEXT, "none"))
    assert len(keys) == 6


def test_no_code_is_kept_where_the_settings_say_so(own_cache, monkeypatch):
    compiled = count_compilations(monkeypatch)
    with config.changed(compilation_cache=None):
        assert current_cache() is None
        compile_module(TEXT)
        compile_module(TEXT)
    assert len(compiled) == 2
    assert not own_cache.exists()


def test_an_entry_is_read_as_it_was_written(cache):
    assert cache.get(KEY) is None
    put(cache, KEY, b"code")
    put(cache, OTHER, b"")
    assert cache.get(KEY) == b"code"
    assert cache.get(OTHER) == b""
    assert DiskCache(cache.directory, 1 << 20).get(KEY) == b"code"
    assert [file.name for file in files(cache.directory)] == [KEY + ".code", OTHER + ".code"]
    cache.remove(KEY)
    assert cache.get(KEY) is None


@pytest.mark.parametrize("damage", [
    lambda data: b"", lambda data: data[:-1], lambda data: data[:10], lambda data: data + b"x",
    lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b"foreign", lambda data: b"\0" * len(data),
    lambda data: data.replace(KEY.encode(), OTHER.encode()),
])  # fmt: skip
def test_a_damaged_entry_is_taken_away(cache, damage):
    put(cache, KEY, b"some code")
    (file,) = files(cache.directory)
    file.write_bytes(damage(file.read_bytes()))
    assert cache.get(KEY) is None
    assert files(cache.directory) == []
    put(cache, KEY, b"some code")
    assert cache.get(KEY) == b"some code"


def test_an_entry_that_is_no_object_file_is_compiled_again():
    key = compiler.object_key(TEXT, "none")
    put(current_cache(), key, b"nonsense")
    assert answer(compile_module(TEXT)) == 42
    current_cache().wait_for_writer()
    assert current_cache().get(key) not in (None, b"nonsense")


def test_what_was_not_used_for_longest_goes_first(tmp_path):
    cache = DiskCache(tmp_path / "code", 10_200)
    keys = [entry_key([str(number)]) for number in range(9)]
    for age, key in enumerate(keys):
        put(cache, key, bytes(1000))
        os.utime(cache.directory / f"{key}.code", (1000 + age, 1000 + age))
    assert cache.get(keys[0]) is not None  # the oldest is used
    put(cache, KEY, bytes(1000))
    left = {key for key in [*keys, KEY] if cache.get(key) is not None}
    assert keys[0] in left and KEY in left
    assert keys[1] not in left
    assert sum(file.stat().st_size for file in files(cache.directory)) <= 8_160


def test_what_other_processes_write_is_counted(tmp_path):
    ours, others = (DiskCache(tmp_path / "code", 10_000) for _ in range(2))
    for number in range(50):
        put(others if number % 5 else ours, entry_key([str(number)]), bytes(1000))
    assert sum(file.stat().st_size for file in files(ours.directory)) <= 12_000


def test_files_of_broken_writers_go(cache):
    put(cache, KEY, b"code")
    for name, age in ((".writing-old", 10_000), (".writing-new", 10), ("foreign", 10_000)):
        (cache.directory / name).write_bytes(b"x")
        os.utime(cache.directory / name, (time.time() - age,) * 2)
    put(DiskCache(cache.directory, 1 << 20), OTHER, b"code")
    names = {file.name for file in files(cache.directory)}
    assert names == {KEY + ".code", OTHER + ".code", ".writing-new", "foreign"}


def test_a_directory_that_is_removed_is_made_again(cache):
    put(cache, KEY, b"code")
    (file,) = files(cache.directory)
    file.unlink()
    cache.directory.rmdir()
    assert cache.get(KEY) is None
    put(cache, KEY, b"code")
    assert cache.get(KEY) == b"code"


def check_it_goes_on_with_one_warning(cache, cause):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for key in (KEY, OTHER):
            assert cache.get(key) is None
            put(cache, key, b"code")
    (warning,) = caught
    assert cause in str(warning.message)
    assert "STAGELIGHT_CACHE_DIR" in str(warning.message)


def test_a_directory_that_cannot_be_made_is_told_of_once(tmp_path):
    (tmp_path / "file").write_text("")
    check_it_goes_on_with_one_warning(DiskCache(tmp_path / "file" / "code", 1000), "file")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_directory_that_others_write_to_is_not_used(tmp_path, mode):
    directory = tmp_path / "code"
    directory.mkdir()
    directory.chmod(mode)
    check_it_goes_on_with_one_warning(DiskCache(directory, 1000), "others may write there")
    assert files(directory) == []


NOBODY = 65534


@pytest.fixture
def victim(tmp_path):
    """A user of whom others own files: root, who may give files away."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give files away")
    return tmp_path


def replaced_entry(directory, key=KEY):
    """An entry that is whole, of code that its owner chose."""
    attacker = DiskCache(directory, 1 << 20)
    put(attacker, key, b"hostile code")
    return directory / f"{key}.code"


@pytest.mark.parametrize("change", [
    lambda file: os.chown(file, NOBODY, NOBODY),
    lambda file: file.chmod(0o666),
    lambda file: file.chmod(0o620),
])  # fmt: skip
def test_an_entry_that_others_may_write_is_never_given(victim, change):
    file = replaced_entry(victim / "code")
    change(file)
    cache = DiskCache(victim / "code", 1 << 20)
    assert cache.get(KEY) is None
    put(cache, KEY, b"own code")
    assert cache.get(KEY) == b"own code"


def test_an_entry_of_another_user_that_root_owns_is_given_to_nobody(victim):
    """Root's entries are everybody's; another user's are not root's."""
    file = replaced_entry(victim / "code")
    assert DiskCache(victim / "code", 1 << 20).get(KEY) == b"hostile code"
    os.chown(file, NOBODY, NOBODY)
    assert DiskCache(victim / "code", 1 << 20).get(KEY) is None


@pytest.mark.parametrize("link", [False, True])
def test_a_directory_that_is_put_in_the_place_of_another_is_not_used(victim, link):
    """By somebody who may write to the folder above, before or after the victim opened it."""
    cache = DiskCache(victim / "code", 1 << 20)
    put(cache, OTHER, b"own code")
    (victim / "code").rename(victim / "away")
    hostile = victim / ("hostile" if link else "code")
    replaced_entry(hostile)
    for path in (*hostile.iterdir(), hostile):
        os.chown(path, NOBODY, NOBODY)
    if link:
        (victim / "code").symlink_to(hostile)
    assert cache.get(KEY) is None
    assert cache.get(OTHER) == b"own code"
    check_it_goes_on_with_one_warning(DiskCache(victim / "code", 1 << 20), "code")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no links for everybody")
def test_an_entry_is_not_followed_through_a_link(cache, tmp_path):
    put(cache, KEY, b"code")
    file = cache.directory / f"{KEY}.code"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.warns(UserWarning, match="not kept on disk"):
        assert cache.get(KEY) is None


def test_a_full_disk_is_told_of_once(cache, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    check_it_goes_on_with_one_warning(cache, "No space left")
    assert files(cache.directory) == []


def test_an_entry_that_cannot_be_read_is_told_of_once(cache):
    put(cache, KEY, b"code")
    path = cache.directory / f"{OTHER}.code"
    path.mkdir()
    with pytest.warns(UserWarning, match="not kept on disk"):
        assert cache.get(OTHER) is None
    assert cache.get(KEY) is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_writes_entries():
    cache = current_cache()
    cache._lock.acquire()  # as a writer may hold it
    child = os.fork()
    if not child:
        current_cache().put(KEY, b"code")
        current_cache().wait_for_writer()
        os._exit(0 if current_cache().get(KEY) == b"code" else 1)
    cache._lock.release()
    assert os.waitpid(child, 0)[1] == 0
    assert cache.get(KEY) == b"code"


PROCESS = """
import sys
from pathlib import Path
from stagelight.codegen.machine.disk_cache import DiskCache, entry_key
cache = DiskCache(Path(sys.argv[1]), 60_000)
for round_ in range(3):
    for number in range(100):
        key = entry_key([str(number)])
        code = cache.get(key)
        assert code in (None, key.encode() * 20), code
        if code is None:
            cache.put(key, key.encode() * 20)
cache.wait_for_writer()
print("done")
"""


def test_processes_share_a_directory(tmp_path):
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROCESS, str(tmp_path / "code")],
            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    for process in processes:
        assert process.communicate(timeout=120) == ("done\n", "")
    sizes = [file.stat().st_size for file in files(tmp_path / "code")]
    # A process that meets another one making room leaves it to that one.
    assert 0 < sum(sizes) <= 60_000 + 6 * max(sizes)
    assert all(file.suffix == ".code" for file in files(tmp_path / "code"))


@pytest.mark.parametrize(("variables", "directory"), [
    ({"STAGELIGHT_CACHE_DIR": "/here"}, "/here"),
    ({"STAGELIGHT_CACHE_DIR": "off"}, None),
    ({"STAGELIGHT_CACHE_DIR": "", "XDG_CACHE_HOME": "/there"}, "/there/stagelight"),
    ({"XDG_CACHE_HOME": "relative", "HOME": "/home/me"}, "/home/me/.cache/stagelight"),
    ({"HOME": "/home/me"}, "/home/me/.cache/stagelight"),
])  # fmt: skip
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the places of Linux")
def test_the_environment_says_where_code_is_kept(monkeypatch, variables, directory):
    for name in ("STAGELIGHT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert config.Settings().compilation_cache == directory


def test_the_cache_is_set_by_a_public_function(tmp_path):
    settings = tf.config.experimental
    settings.set_compilation_cache(tmp_path, max_bytes=1000)
    assert settings.get_compilation_cache() == str(tmp_path)
    assert current_cache().directory == tmp_path / "code"
    assert current_cache().most_bytes == 1000
    settings.set_compilation_cache(None)
    assert current_cache() is None
    with pytest.raises(ValueError, match="Received -1"):
        settings.set_compilation_cache(tmp_path, max_bytes=-1)

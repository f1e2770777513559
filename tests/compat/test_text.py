"""Strings of Python from bytes and text."""

from __future__ import annotations

import pathlib

import pytest

import stagelight as tf


def test_bytes_and_text_become_each_other():
    assert tf.compat.as_bytes("ä") == b"\xc3\xa4" == tf.compat.as_bytes(bytearray(b"\xc3\xa4"))
    assert tf.compat.as_text(b"\xc3\xa4") == "ä" == tf.compat.as_str("ä")
    assert tf.compat.as_str_any(b"a") == "a"
    assert tf.compat.as_str_any(2.5) == "2.5"
    assert tf.compat.path_to_str(pathlib.PurePosixPath("a/b")) == "a/b"
    assert tf.compat.path_to_str(3) == 3


@pytest.mark.parametrize("function", [tf.compat.as_bytes, tf.compat.as_text])
def test_what_is_no_string_is_refused(function):
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        function(3)

"""Fingerprints of saved models, as programs read them."""

from __future__ import annotations

import dataclasses

import pytest

import stagelight as tf

read = tf.saved_model.experimental.read_fingerprint


def saved(folder, value):
    module = tf.Module()
    module.v = tf.Variable(value)
    tf.saved_model.save(module, folder)
    return folder


def test_models_with_other_values_have_other_checkpoints(tmp_path):
    one, same, other = (
        read(saved(tmp_path / name, x)) for name, x in zip("abc", (1.0, 1.0, 2.0), strict=True)
    )
    assert one == same
    assert one.checkpoint_hash != other.checkpoint_hash
    assert dataclasses.replace(other, checkpoint_hash=one.checkpoint_hash) == one
    assert one.singleprint() == "/".join([
        "0", str(one.signature_def_hash), str(one.saved_object_graph_hash), str(one.checkpoint_hash)
    ])  # fmt: skip
    assert f"  checkpoint_hash: {one.checkpoint_hash}" in str(one).splitlines()


def test_what_is_no_fingerprint_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="Could not find fingerprint"):
        read(tmp_path)
    (tmp_path / "fingerprint.pb").write_bytes(b"\x0a\xff")
    with pytest.raises(RuntimeError, match="is broken"):
        read(tmp_path)
    with pytest.raises(ValueError, match="checkpoint_hash"):
        tf.saved_model.experimental.Fingerprint(1, 2, 3, 4).singleprint()

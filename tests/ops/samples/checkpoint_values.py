"""Samples of the ops of `ops/files/checkpoint_values.py` that need no files."""

import os
import tempfile

from tests.ops.samples import Bad, Sample

TARGET = os.path.join(tempfile.gettempdir(), "no_such_prefix")


def _merged(tf, prefixes, **options):
    tf.raw_ops.MergeV2Checkpoints(
        checkpoint_prefixes=prefixes, destination_prefix=TARGET, **options
    )
    return tf.constant(0)


SAMPLES = [
    Sample(
        "ShardedFilename",
        lambda tf: tf.raw_ops.ShardedFilename(basename="a/b", shard=3, num_shards=100),
        (),
        gradient=False,
    ),
    Bad(
        "ShardedFilename",
        lambda tf: tf.raw_ops.ShardedFilename(basename="a/b", shard=[3], num_shards=100),
    ),
    Sample(
        "ShardedFilespec",
        lambda tf: tf.raw_ops.ShardedFilespec(basename="a/b", num_shards=100),
        (),
        gradient=False,
    ),
    Bad(
        "ShardedFilespec",
        lambda tf: tf.raw_ops.ShardedFilespec(basename=["a/b"], num_shards=100),
    ),
    Bad("MergeV2Checkpoints", lambda tf: _merged(tf, [TARGET + "_either"]), match="exist"),
]

"""`tf.train.Example` and its parts: the messages that records of training data are."""

from __future__ import annotations

from stagelight.formats import schema
from stagelight.public import publish

for _name in (
    "BytesList",
    "Example",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FloatList",
    "Int64List",
    "SequenceExample",
):
    publish(f"train.{_name}", getattr(schema, _name))
    publish(f"compat.v1.train.{_name}", getattr(schema, _name))

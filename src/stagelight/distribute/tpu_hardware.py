"""`tf.tpu.experimental.HardwareFeature`: what the hardware of a TPU can do, as its system describes it."""

from __future__ import annotations

import enum
from typing import Any

from stagelight.public import public


@public("tpu.experimental.HardwareFeature")
class HardwareFeature:
    """The features of a TPU.

    Args:
        tpu_hardware_feature_proto: the message `TPUHardwareFeature` of the TPU's topology.

    >>> tf.tpu.experimental.HardwareFeature.EmbeddingFeature.V1
    <EmbeddingFeature.V1: 'V1'>
    """

    class EmbeddingFeature(enum.Enum):
        """How the TPU holds embedding tables: not at all, or by the first or second version."""

        UNSUPPORTED = "UNSUPPORTED"
        V1 = "V1"
        V2 = "V2"

    def __init__(self, tpu_hardware_feature_proto: Any) -> None:
        self.tpu_hardware_feature_proto = tpu_hardware_feature_proto

    @property
    def embedding_feature(self) -> EmbeddingFeature:
        """How the TPU holds embedding tables. A value that the message's enum lacks is UNSUPPORTED."""
        number = int(self.tpu_hardware_feature_proto.embedding_feature)
        features = list(HardwareFeature.EmbeddingFeature)
        return features[number] if number < len(features) else features[0]

    @property
    def num_embedding_devices_per_chip(self) -> int:
        """How many devices for embeddings a chip has."""
        return int(self.tpu_hardware_feature_proto.num_embedding_devices_per_chip)

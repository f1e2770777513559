"""Public names of `tf.compat.v1.tpu.experimental.embedding`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.embedding_configs import FeatureConfig as FeatureConfig
from stagelight.distribute.embedding_configs import QuantizationConfig as QuantizationConfig
from stagelight.distribute.embedding_configs import SparseCoreEmbeddingConfig as SparseCoreEmbeddingConfig
from stagelight.distribute.embedding_configs import TPUEmbeddingForServing as TPUEmbeddingForServing
from stagelight.distribute.embedding_configs import TableConfig as TableConfig
from stagelight.distribute.embedding_configs import serving_embedding_lookup as serving_embedding_lookup
from stagelight.distribute.embedding_optimizers import Adagrad as Adagrad
from stagelight.distribute.embedding_optimizers import AdagradMomentum as AdagradMomentum
from stagelight.distribute.embedding_optimizers import Adam as Adam
from stagelight.distribute.embedding_optimizers import FTRL as FTRL
from stagelight.distribute.embedding_optimizers import SGD as SGD
from typing import Any

TPUEmbedding: type[Any]
TPUEmbeddingV0: type[Any]
TPUEmbeddingV2: type[Any]

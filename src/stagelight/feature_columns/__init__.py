"""`tf.feature_column`: descriptions of how a model's inputs are made of the features of examples.

`column.py` says what a column is, `features.py` keeps what was computed of an example's features; the
other files have one kind of column each. `input_layer.py` is who asks them, in programs of TensorFlow 1.
"""

from stagelight.feature_columns import categorical as categorical
from stagelight.feature_columns import crossing as crossing
from stagelight.feature_columns import embeddings as embeddings
from stagelight.feature_columns import indicators as indicators
from stagelight.feature_columns import input_layer as input_layer
from stagelight.feature_columns import numeric as numeric
from stagelight.feature_columns import sequences as sequences
from stagelight.feature_columns import shared_embeddings as shared_embeddings
from stagelight.feature_columns import vocabularies as vocabularies
from stagelight.public import names_are_complete

names_are_complete()

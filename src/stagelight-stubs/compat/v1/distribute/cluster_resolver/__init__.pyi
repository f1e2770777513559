"""Public names of `tf.compat.v1.distribute.cluster_resolver`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.cluster_resolvers import ClusterResolver as ClusterResolver
from stagelight.distribute.cluster_resolvers import SimpleClusterResolver as SimpleClusterResolver
from stagelight.distribute.cluster_resolvers import TFConfigClusterResolver as TFConfigClusterResolver
from stagelight.distribute.cluster_resolvers import UnionClusterResolver as _UnionResolver
from typing import Any

GCEClusterResolver: type[Any]
KubernetesClusterResolver: type[Any]
SlurmClusterResolver: type[Any]
TPUClusterResolver: type[Any]
UnionResolver = _UnionResolver

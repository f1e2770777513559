"""Public names of `tf.compat.v1.distribute.cluster_resolver`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.cluster_resolver import ClusterResolver as ClusterResolver
from stagelight.distribute.cluster_resolver import GCEClusterResolver as GCEClusterResolver
from stagelight.distribute.cluster_resolver import KubernetesClusterResolver as KubernetesClusterResolver
from stagelight.distribute.cluster_resolver import SimpleClusterResolver as SimpleClusterResolver
from stagelight.distribute.cluster_resolver import SlurmClusterResolver as SlurmClusterResolver
from stagelight.distribute.cluster_resolver import TFConfigClusterResolver as TFConfigClusterResolver
from stagelight.distribute.cluster_resolver import TPUClusterResolver as TPUClusterResolver
from stagelight.distribute.cluster_resolver import UnionResolver as UnionResolver

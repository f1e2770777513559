"""Public names of `tf.compat.v1.distribute.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.distribute.experimental import coordinator as coordinator
from stagelight.compat.v1.distribute.experimental import partitioners as partitioners
from stagelight.compat.v1.distribute.experimental import rpc as rpc
from stagelight.distribute.experimental import CentralStorageStrategy as CentralStorageStrategy
from stagelight.distribute.experimental import CollectiveCommunication as CollectiveCommunication
from stagelight.distribute.experimental import CollectiveHints as CollectiveHints
from stagelight.distribute.experimental import CommunicationImplementation as CommunicationImplementation
from stagelight.distribute.experimental import CommunicationOptions as CommunicationOptions
from stagelight.distribute.experimental import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from stagelight.distribute.experimental import ParameterServerStrategy as ParameterServerStrategy
from stagelight.distribute.experimental import PreemptionCheckpointHandler as PreemptionCheckpointHandler
from stagelight.distribute.experimental import PreemptionWatcher as PreemptionWatcher
from stagelight.distribute.experimental import TPUStrategy as TPUStrategy
from stagelight.distribute.experimental import TerminationConfig as TerminationConfig
from stagelight.distribute.experimental import ValueContext as ValueContext

"""Public names of `tf.compat.v1.distribute.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.distribute.experimental import coordinator as coordinator
from stagelight.compat.v1.distribute.experimental import partitioners as partitioners
from stagelight.compat.v1.distribute.experimental import rpc as rpc
from stagelight.distribute.options import CommunicationImplementation as CommunicationImplementation
from stagelight.distribute.options import CommunicationImplementation as _CollectiveCommunication
from stagelight.distribute.options import CommunicationOptions as CommunicationOptions
from stagelight.distribute.options import collective_hints as _CollectiveHints
from stagelight.distribute.strategies import CentralStorageStrategy as CentralStorageStrategy
from stagelight.distribute.strategies import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from stagelight.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy
from stagelight.distribute.strategies import TPUStrategy as TPUStrategy
from stagelight.distribute.strategies import ValueContext as ValueContext
from typing import Any

CollectiveCommunication = _CollectiveCommunication
CollectiveHints = _CollectiveHints
PreemptionCheckpointHandler: type[Any]
PreemptionWatcher: type[Any]
TerminationConfig: type[Any]

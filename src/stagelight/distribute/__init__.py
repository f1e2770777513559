"""`tf.distribute`: the strategies by which a program would run on several devices, for one device.

A program that is written for a strategy runs under the default one, or under a `MirroredStrategy` of one
device: it has one replica, so that running a function on all replicas is calling it, and reducing over
replicas gives the value itself.
"""

from stagelight.distribute import losses as losses
from stagelight.distribute import replica as replica
from stagelight.distribute import strategies as strategies
from stagelight.distribute import values as values
from stagelight.public import names_are_complete

names_are_complete()

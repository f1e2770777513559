"""Training: optimizers for custom loops, and coordinators of threads."""

from stagelight.public import names_are_complete
from stagelight.train import coordinator as coordinator
from stagelight.train import optimizers as optimizers

names_are_complete()

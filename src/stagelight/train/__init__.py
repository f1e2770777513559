"""Training: optimizers for custom loops."""

from stagelight.public import names_are_complete
from stagelight.train import optimizers as optimizers

names_are_complete()

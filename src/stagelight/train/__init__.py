"""Training: optimizers for custom loops, and averages of variables."""

from stagelight.public import names_are_complete
from stagelight.train import moving_averages as moving_averages
from stagelight.train import optimizers as optimizers

names_are_complete()

"""Training: optimizers for custom loops, averages of variables, and coordinators of threads."""

from stagelight.public import names_are_complete
from stagelight.train import coordinator as coordinator
from stagelight.train import moving_averages as moving_averages
from stagelight.train import optimizers as optimizers

names_are_complete()

"""Training: optimizers for custom loops."""

from stagelight.train import optimizers as optimizers

"""Public names of `tf.compat.v1.losses`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_cross_entropies import sigmoid_cross_entropy as sigmoid_cross_entropy
from stagelight.compat.v1.older_cross_entropies import softmax_cross_entropy as softmax_cross_entropy
from stagelight.compat.v1.older_cross_entropies import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
from stagelight.compat.v1.older_losses import Reduction as Reduction
from stagelight.compat.v1.older_losses import absolute_difference as absolute_difference
from stagelight.compat.v1.older_losses import add_loss as add_loss
from stagelight.compat.v1.older_losses import compute_weighted_loss as compute_weighted_loss
from stagelight.compat.v1.older_losses import cosine_distance as cosine_distance
from stagelight.compat.v1.older_losses import get_losses as get_losses
from stagelight.compat.v1.older_losses import get_regularization_loss as get_regularization_loss
from stagelight.compat.v1.older_losses import get_regularization_losses as get_regularization_losses
from stagelight.compat.v1.older_losses import get_total_loss as get_total_loss
from stagelight.compat.v1.older_losses import hinge_loss as hinge_loss
from stagelight.compat.v1.older_losses import huber_loss as huber_loss
from stagelight.compat.v1.older_losses import log_loss as log_loss
from stagelight.compat.v1.older_losses import mean_pairwise_squared_error as mean_pairwise_squared_error
from stagelight.compat.v1.older_losses import mean_squared_error as mean_squared_error

"""Public names of `tf.compat.v1.train`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.adaptive_optimizers import AdadeltaOptimizer as AdadeltaOptimizer
from stagelight.compat.v1.adaptive_optimizers import AdagradOptimizer as AdagradOptimizer
from stagelight.compat.v1.adaptive_optimizers import FtrlOptimizer as FtrlOptimizer
from stagelight.compat.v1.adaptive_optimizers import RMSPropOptimizer as RMSPropOptimizer
from stagelight.compat.v1.batched_inputs import batch as batch
from stagelight.compat.v1.batched_inputs import batch_join as batch_join
from stagelight.compat.v1.batched_inputs import maybe_batch as maybe_batch
from stagelight.compat.v1.batched_inputs import maybe_batch_join as maybe_batch_join
from stagelight.compat.v1.batched_inputs import maybe_shuffle_batch as maybe_shuffle_batch
from stagelight.compat.v1.batched_inputs import maybe_shuffle_batch_join as maybe_shuffle_batch_join
from stagelight.compat.v1.batched_inputs import shuffle_batch as shuffle_batch
from stagelight.compat.v1.batched_inputs import shuffle_batch_join as shuffle_batch_join
from stagelight.compat.v1.checkpoint_starts import generate_checkpoint_state_proto as generate_checkpoint_state_proto
from stagelight.compat.v1.checkpoint_starts import get_checkpoint_mtimes as get_checkpoint_mtimes
from stagelight.compat.v1.checkpoint_starts import init_from_checkpoint as init_from_checkpoint
from stagelight.compat.v1.checkpoint_starts import remove_checkpoint as remove_checkpoint
from stagelight.compat.v1.checkpoint_starts import update_checkpoint_state as update_checkpoint_state
from stagelight.compat.v1.datasets import local_match_filenames_once as _match_filenames_once
from stagelight.compat.v1.decayed_rates import cosine_decay as cosine_decay
from stagelight.compat.v1.decayed_rates import cosine_decay_restarts as cosine_decay_restarts
from stagelight.compat.v1.decayed_rates import exponential_decay as exponential_decay
from stagelight.compat.v1.decayed_rates import inverse_time_decay as inverse_time_decay
from stagelight.compat.v1.decayed_rates import linear_cosine_decay as linear_cosine_decay
from stagelight.compat.v1.decayed_rates import natural_exp_decay as natural_exp_decay
from stagelight.compat.v1.decayed_rates import piecewise_constant as _piecewise_constant_decay
from stagelight.compat.v1.decayed_rates import piecewise_constant as piecewise_constant
from stagelight.compat.v1.decayed_rates import polynomial_decay as polynomial_decay
from stagelight.compat.v1.global_steps import assert_global_step as assert_global_step
from stagelight.compat.v1.global_steps import create_global_step as create_global_step
from stagelight.compat.v1.global_steps import get_global_step as get_global_step
from stagelight.compat.v1.global_steps import get_or_create_global_step as get_or_create_global_step
from stagelight.compat.v1.global_steps import global_step as global_step
from stagelight.compat.v1.input_producers import input_producer as input_producer
from stagelight.compat.v1.input_producers import limit_epochs as limit_epochs
from stagelight.compat.v1.input_producers import range_input_producer as range_input_producer
from stagelight.compat.v1.input_producers import slice_input_producer as slice_input_producer
from stagelight.compat.v1.input_producers import string_input_producer as string_input_producer
from stagelight.compat.v1.meta_graph_export import export_meta_graph as export_meta_graph
from stagelight.compat.v1.meta_graph_import import import_meta_graph as import_meta_graph
from stagelight.compat.v1.monitored_session import ChiefSessionCreator as ChiefSessionCreator
from stagelight.compat.v1.monitored_session import MonitoredSession as MonitoredSession
from stagelight.compat.v1.monitored_session import MonitoredTrainingSession as MonitoredTrainingSession
from stagelight.compat.v1.monitored_session import Scaffold as Scaffold
from stagelight.compat.v1.monitored_session import SessionCreator as SessionCreator
from stagelight.compat.v1.monitored_session import SingularMonitoredSession as SingularMonitoredSession
from stagelight.compat.v1.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from stagelight.compat.v1.older_optimizers import AdamOptimizer as AdamOptimizer
from stagelight.compat.v1.older_optimizers import GradientDescentOptimizer as GradientDescentOptimizer
from stagelight.compat.v1.older_optimizers import MomentumOptimizer as MomentumOptimizer
from stagelight.compat.v1.older_optimizers import Optimizer as Optimizer
from stagelight.compat.v1.proximal_optimizers import AdagradDAOptimizer as AdagradDAOptimizer
from stagelight.compat.v1.proximal_optimizers import ProximalAdagradOptimizer as ProximalAdagradOptimizer
from stagelight.compat.v1.proximal_optimizers import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from stagelight.compat.v1.queue_runners import QueueRunner as QueueRunner
from stagelight.compat.v1.queue_runners import add_queue_runner as add_queue_runner
from stagelight.compat.v1.queue_runners import start_queue_runners as start_queue_runners
from stagelight.compat.v1.saver import Saver as Saver
from stagelight.compat.v1.saving_hooks import CheckpointSaverHook as CheckpointSaverHook
from stagelight.compat.v1.saving_hooks import CheckpointSaverListener as CheckpointSaverListener
from stagelight.compat.v1.saving_hooks import LoggingTensorHook as LoggingTensorHook
from stagelight.compat.v1.saving_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from stagelight.compat.v1.saving_hooks import NanTensorHook as NanTensorHook
from stagelight.compat.v1.saving_hooks import SummarySaverHook as SummarySaverHook
from stagelight.compat.v1.session_hooks import SessionRunArgs as SessionRunArgs
from stagelight.compat.v1.session_hooks import SessionRunContext as SessionRunContext
from stagelight.compat.v1.session_hooks import SessionRunHook as SessionRunHook
from stagelight.compat.v1.session_hooks import SessionRunValues as SessionRunValues
from stagelight.compat.v1.session_manager import SessionManager as SessionManager
from stagelight.compat.v1.step_hooks import FeedFnHook as FeedFnHook
from stagelight.compat.v1.step_hooks import FinalOpsHook as FinalOpsHook
from stagelight.compat.v1.step_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from stagelight.compat.v1.step_hooks import SecondOrStepTimer as SecondOrStepTimer
from stagelight.compat.v1.step_hooks import StepCounterHook as StepCounterHook
from stagelight.compat.v1.step_hooks import StopAtStepHook as StopAtStepHook
from stagelight.compat.v1.supervisor import Supervisor as Supervisor
from stagelight.compat.v1.train import experimental as experimental
from stagelight.compat.v1.train import queue_runner as queue_runner
from stagelight.distribute.cluster import ClusterSpec as ClusterSpec
from stagelight.graph.graph_files import write_graph as write_graph
from stagelight.saving.checkpoint import Checkpoint as Checkpoint
from stagelight.saving.checkpoint import CheckpointOptions as CheckpointOptions
from stagelight.saving.checkpoint_manager import CheckpointManager as CheckpointManager
from stagelight.saving.checkpoint_reader import CheckpointReader as _NewCheckpointReader
from stagelight.saving.checkpoint_reader import checkpoint_exists as checkpoint_exists
from stagelight.saving.checkpoint_reader import list_variables as list_variables
from stagelight.saving.checkpoint_reader import load_checkpoint as load_checkpoint
from stagelight.saving.checkpoint_reader import load_variable as load_variable
from stagelight.saving.checkpoint_state import get_checkpoint_state as get_checkpoint_state
from stagelight.saving.checkpoint_state import latest_checkpoint as latest_checkpoint
from stagelight.saving.checkpoint_view import CheckpointView as CheckpointView
from stagelight.saving.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from stagelight.saving.trackable_view import TrackableView as TrackableView
from stagelight.summary.readers import summary_iterator as summary_iterator
from stagelight.train.coordinator import Coordinator as Coordinator
from stagelight.train.coordinator import LooperThread as LooperThread
from typing import Any

BytesList: type[Any]
ClusterDef: type[Any]
Example: type[Any]
Feature: type[Any]
FeatureList: type[Any]
FeatureLists: type[Any]
Features: type[Any]
FloatList: type[Any]
Int64List: type[Any]
JobDef: type[Any]
NewCheckpointReader = _NewCheckpointReader
SaverDef: type[Any]
SequenceExample: type[Any]
match_filenames_once = _match_filenames_once
piecewise_constant_decay = _piecewise_constant_decay

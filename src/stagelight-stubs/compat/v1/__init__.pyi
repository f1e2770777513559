"""Public names of `tf.compat.v1`. Written by `scripts/public_stubs.py`."""

from stagelight import raw_ops as raw_ops
from stagelight.alias.finder import install_as_tensorflow as install_as_tensorflow
from stagelight.autodiff.custom_gradient import custom_gradient as custom_gradient
from stagelight.autodiff.custom_gradient import grad_pass_through as grad_pass_through
from stagelight.autodiff.custom_gradient import recompute_grad as recompute_grad
from stagelight.autodiff.graph_gradients import AggregationMethod as AggregationMethod
from stagelight.autodiff.registered_gradients import RegisterGradient as RegisterGradient
from stagelight.autodiff.registered_gradients import no_gradient as _NoGradient
from stagelight.autodiff.registered_gradients import no_gradient as _NotDifferentiable
from stagelight.autodiff.registered_gradients import no_gradient as no_gradient
from stagelight.autodiff.tape import GradientTape as GradientTape
from stagelight.autodiff.tape import UnconnectedGradients as UnconnectedGradients
from stagelight.compat.v1 import __internal__ as __internal__
from stagelight.compat.v1 import __operators__ as __operators__
from stagelight.compat.v1 import app as app
from stagelight.compat.v1 import audio as audio
from stagelight.compat.v1 import autodiff as autodiff
from stagelight.compat.v1 import autograph as autograph
from stagelight.compat.v1 import bitwise as bitwise
from stagelight.compat.v1 import compat as compat
from stagelight.compat.v1 import config as config
from stagelight.compat.v1 import data as data
from stagelight.compat.v1 import debugging as debugging
from stagelight.compat.v1 import distribute as distribute
from stagelight.compat.v1 import distributions as distributions
from stagelight.compat.v1 import dtypes as dtypes
from stagelight.compat.v1 import errors as errors
from stagelight.compat.v1 import experimental as experimental
from stagelight.compat.v1 import feature_column as feature_column
from stagelight.compat.v1 import gfile as gfile
from stagelight.compat.v1 import graph_util as graph_util
from stagelight.compat.v1 import image as image
from stagelight.compat.v1 import initializers as initializers
from stagelight.compat.v1 import io as io
from stagelight.compat.v1 import layers as layers
from stagelight.compat.v1 import linalg as linalg
from stagelight.compat.v1 import lite as lite
from stagelight.compat.v1 import logging as logging
from stagelight.compat.v1 import lookup as lookup
from stagelight.compat.v1 import losses as losses
from stagelight.compat.v1 import manip as manip
from stagelight.compat.v1 import math as math
from stagelight.compat.v1 import metrics as metrics
from stagelight.compat.v1 import nest as nest
from stagelight.compat.v1 import nn as nn
from stagelight.compat.v1 import onnx as onnx
from stagelight.compat.v1 import optimizers as optimizers
from stagelight.compat.v1 import profiler as profiler
from stagelight.compat.v1 import python_io as python_io
from stagelight.compat.v1 import quantization as quantization
from stagelight.compat.v1 import queue as queue
from stagelight.compat.v1 import ragged as ragged
from stagelight.compat.v1 import random as random
from stagelight.compat.v1 import resource_loader as resource_loader
from stagelight.compat.v1 import saved_model as saved_model
from stagelight.compat.v1 import sets as sets
from stagelight.compat.v1 import signal as signal
from stagelight.compat.v1 import sparse as sparse
from stagelight.compat.v1 import spectral as spectral
from stagelight.compat.v1 import strings as strings
from stagelight.compat.v1 import summary as summary
from stagelight.compat.v1 import sysconfig as sysconfig
from stagelight.compat.v1 import test as test
from stagelight.compat.v1 import tpu as tpu
from stagelight.compat.v1 import train as train
from stagelight.compat.v1 import types as types
from stagelight.compat.v1 import version as version
from stagelight.compat.v1 import xla as xla
from stagelight.compat.v1.default_graph import colocate_with as colocate_with
from stagelight.compat.v1.default_graph import disable_eager_execution as disable_eager_execution
from stagelight.compat.v1.default_graph import enable_eager_execution as enable_eager_execution
from stagelight.compat.v1.default_graph import get_default_graph as get_default_graph
from stagelight.compat.v1.default_graph import older_device as _device
from stagelight.compat.v1.default_graph import placeholder as placeholder
from stagelight.compat.v1.default_graph import placeholder_with_default as placeholder_with_default
from stagelight.compat.v1.default_graph import reset_default_graph as reset_default_graph
from stagelight.compat.v1.default_graph import sparse_placeholder as sparse_placeholder
from stagelight.compat.v1.device_specs import OlderDeviceSpec as _DeviceSpec
from stagelight.compat.v1.graph_collections import GraphKeys as GraphKeys
from stagelight.compat.v1.graph_collections import add_to_collection as add_to_collection
from stagelight.compat.v1.graph_collections import add_to_collections as add_to_collections
from stagelight.compat.v1.graph_collections import get_all_collection_keys as get_all_collection_keys
from stagelight.compat.v1.graph_collections import get_collection as get_collection
from stagelight.compat.v1.graph_collections import get_collection_ref as get_collection_ref
from stagelight.compat.v1.graph_equality import executing_eagerly_outside_functions as executing_eagerly_outside_functions
from stagelight.compat.v1.input_producers import count_up_to as count_up_to
from stagelight.compat.v1.local_variable_getter import get_local_variable as get_local_variable
from stagelight.compat.v1.older_behaviour import control_flow_v2_enabled as control_flow_v2_enabled
from stagelight.compat.v1.older_behaviour import no_regularizer as no_regularizer
from stagelight.compat.v1.older_behaviour import only_newer_behaviour as _disable_control_flow_v2
from stagelight.compat.v1.older_behaviour import only_newer_behaviour as _disable_resource_variables
from stagelight.compat.v1.older_behaviour import only_newer_behaviour as _enable_control_flow_v2
from stagelight.compat.v1.older_behaviour import only_newer_behaviour as _enable_resource_variables
from stagelight.compat.v1.older_behaviour import resource_variables_enabled as resource_variables_enabled
from stagelight.compat.v1.older_forms import hessians as hessians
from stagelight.compat.v1.older_forms import older_batch_to_space as _batch_to_space
from stagelight.compat.v1.older_forms import older_cond as _cond
from stagelight.compat.v1.older_forms import older_constant as _constant
from stagelight.compat.v1.older_forms import older_name_scope as _name_scope
from stagelight.compat.v1.older_forms import older_space_to_batch as _space_to_batch
from stagelight.compat.v1.older_forms import older_where as _where
from stagelight.compat.v1.older_forms import older_while_loop as _while_loop
from stagelight.compat.v1.older_images import extract_image_patches as extract_image_patches
from stagelight.compat.v1.older_initializers import Constant as _constant_initializer
from stagelight.compat.v1.older_initializers import GlorotNormal as _glorot_normal_initializer
from stagelight.compat.v1.older_initializers import GlorotUniform as _glorot_uniform_initializer
from stagelight.compat.v1.older_initializers import Ones as _ones_initializer
from stagelight.compat.v1.older_initializers import Orthogonal as _orthogonal_initializer
from stagelight.compat.v1.older_initializers import RandomNormal as _random_normal_initializer
from stagelight.compat.v1.older_initializers import RandomUniform as _random_uniform_initializer
from stagelight.compat.v1.older_initializers import TruncatedNormal as _truncated_normal_initializer
from stagelight.compat.v1.older_initializers import UniformUnitScaling as _uniform_unit_scaling_initializer
from stagelight.compat.v1.older_initializers import VarianceScaling as _variance_scaling_initializer
from stagelight.compat.v1.older_initializers import Zeros as _zeros_initializer
from stagelight.compat.v1.older_names import arg_max as arg_max
from stagelight.compat.v1.older_names import arg_min as arg_min
from stagelight.compat.v1.older_names import div as div
from stagelight.compat.v1.older_names import floor_div as floor_div
from stagelight.compat.v1.older_random import get_seed as get_seed
from stagelight.compat.v1.older_random import multinomial as multinomial
from stagelight.compat.v1.older_random import random_poisson_of_rate as _random_poisson
from stagelight.compat.v1.older_scopes import op_scope as op_scope
from stagelight.compat.v1.older_scopes import variable_op_scope as variable_op_scope
from stagelight.compat.v1.older_sparse import sparse_matmul as sparse_matmul
from stagelight.compat.v1.older_sparse import sparse_merge as sparse_merge
from stagelight.compat.v1.older_sparse import string_split as string_split
from stagelight.compat.v1.older_switches import disable_tensor_equality as disable_tensor_equality
from stagelight.compat.v1.older_switches import disable_v2_behavior as disable_v2_behavior
from stagelight.compat.v1.older_switches import disable_v2_tensorshape as disable_v2_tensorshape
from stagelight.compat.v1.older_switches import enable_tensor_equality as enable_tensor_equality
from stagelight.compat.v1.older_switches import enable_v2_behavior as enable_v2_behavior
from stagelight.compat.v1.older_switches import enable_v2_tensorshape as enable_v2_tensorshape
from stagelight.compat.v1.older_variable import OlderVariable as _Variable
from stagelight.compat.v1.partitioners import fixed_size_partitioner as fixed_size_partitioner
from stagelight.compat.v1.partitioners import min_max_variable_partitioner as min_max_variable_partitioner
from stagelight.compat.v1.partitioners import variable_axis_size_partitioner as variable_axis_size_partitioner
from stagelight.compat.v1.readers import FixedLengthRecordReader as FixedLengthRecordReader
from stagelight.compat.v1.readers import IdentityReader as IdentityReader
from stagelight.compat.v1.readers import LMDBReader as LMDBReader
from stagelight.compat.v1.readers import ReaderBase as ReaderBase
from stagelight.compat.v1.readers import TFRecordReader as TFRecordReader
from stagelight.compat.v1.readers import TextLineReader as TextLineReader
from stagelight.compat.v1.readers import WholeFileReader as WholeFileReader
from stagelight.compat.v1.session import InteractiveSession as InteractiveSession
from stagelight.compat.v1.session import Session as Session
from stagelight.compat.v1.session import get_default_session as get_default_session
from stagelight.compat.v1.session_options import ConfigProto as ConfigProto
from stagelight.compat.v1.session_options import GPUOptions as GPUOptions
from stagelight.compat.v1.session_options import GraphOptions as GraphOptions
from stagelight.compat.v1.session_options import OptimizerOptions as OptimizerOptions
from stagelight.compat.v1.session_options import RunOptions as RunOptions
from stagelight.compat.v1.templates import make_template as make_template
from stagelight.compat.v1.value_conversions import convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices
from stagelight.compat.v1.value_conversions import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor
from stagelight.compat.v1.variable_scopes import VariableScope as VariableScope
from stagelight.compat.v1.variable_scopes import get_variable as get_variable
from stagelight.compat.v1.variable_scopes import get_variable_scope as get_variable_scope
from stagelight.compat.v1.variable_scopes import variable_scope as variable_scope
from stagelight.compat.v1.variables import all_variables as all_variables
from stagelight.compat.v1.variables import assign as assign
from stagelight.compat.v1.variables import assign_add as assign_add
from stagelight.compat.v1.variables import assign_sub as assign_sub
from stagelight.compat.v1.variables import global_variables as global_variables
from stagelight.compat.v1.variables import global_variables_initializer as _initialize_all_variables
from stagelight.compat.v1.variables import global_variables_initializer as global_variables_initializer
from stagelight.compat.v1.variables import is_variable_initialized as is_variable_initialized
from stagelight.compat.v1.variables import local_variables as local_variables
from stagelight.compat.v1.variables import local_variables_initializer as _initialize_local_variables
from stagelight.compat.v1.variables import local_variables_initializer as local_variables_initializer
from stagelight.compat.v1.variables import model_variables as model_variables
from stagelight.compat.v1.variables import moving_average_variables as moving_average_variables
from stagelight.compat.v1.variables import report_uninitialized_variables as report_uninitialized_variables
from stagelight.compat.v1.variables import tables_initializer as _initialize_all_tables
from stagelight.compat.v1.variables import tables_initializer as tables_initializer
from stagelight.compat.v1.variables import trainable_variables as trainable_variables
from stagelight.compat.v1.variables import variables_initializer as _initialize_variables
from stagelight.compat.v1.variables import variables_initializer as variables_initializer
from stagelight.compat.v1.wrapped_functions import wrap_function as wrap_function
from stagelight.control_flow.conditionals import case as case
from stagelight.control_flow.conditionals import switch_case as switch_case
from stagelight.control_flow.functional import foldl as foldl
from stagelight.control_flow.functional import foldr as foldr
from stagelight.control_flow.functional import map_fn as map_fn
from stagelight.control_flow.functional import scan as scan
from stagelight.control_flow.vectorized_map import vectorized_map as vectorized_map
from stagelight.core.convert import register_tensor_conversion_function as register_tensor_conversion_function
from stagelight.core.indexed_slices import IndexedSlices as IndexedSlices
from stagelight.core.tensor import Tensor as Tensor
from stagelight.core.tensor import is_symbolic_tensor as is_symbolic_tensor
from stagelight.core.tensor import is_tensor as is_tensor
from stagelight.data.optionals import OptionalSpec as OptionalSpec
from stagelight.data.structure import NothingSpec as _NoneTensorSpec
from stagelight.errors import OpError as OpError
from stagelight.graph.graph import Graph as Graph
from stagelight.graph.operation import Operation as Operation
from stagelight.graph.scopes import control_dependencies as control_dependencies
from stagelight.graph.scopes import executing_eagerly as executing_eagerly
from stagelight.graph.scopes import get_current_name_scope as get_current_name_scope
from stagelight.graph.scopes import init_scope as init_scope
from stagelight.graph.scopes import inside_function as inside_function
from stagelight.logs import get_logger as get_logger
from stagelight.ops.arrays.approximate_top_k import approx_top_k as approx_top_k
from stagelight.ops.arrays.broadcasting import broadcast_dynamic_shape as broadcast_dynamic_shape
from stagelight.ops.arrays.broadcasting import broadcast_to as broadcast_to
from stagelight.ops.arrays.creation import eye as eye
from stagelight.ops.arrays.creation import fill as fill
from stagelight.ops.arrays.creation import ones as ones
from stagelight.ops.arrays.creation import zeros as zeros
from stagelight.ops.arrays.gather import batch_gather as batch_gather
from stagelight.ops.arrays.identity import ensure_shape as ensure_shape
from stagelight.ops.arrays.identity import group as group
from stagelight.ops.arrays.identity import guarantee_const as guarantee_const
from stagelight.ops.arrays.identity import identity as identity
from stagelight.ops.arrays.identity import identity_n as identity_n
from stagelight.ops.arrays.identity import no_op as no_op
from stagelight.ops.arrays.identity import stop_gradient as stop_gradient
from stagelight.ops.arrays.joining import concat as concat
from stagelight.ops.arrays.joining import parallel_stack as parallel_stack
from stagelight.ops.arrays.joining import stack as stack
from stagelight.ops.arrays.one_hot import one_hot as one_hot
from stagelight.ops.arrays.one_hot import sequence_mask as sequence_mask
from stagelight.ops.arrays.partitioning import dynamic_partition as dynamic_partition
from stagelight.ops.arrays.partitioning import dynamic_stitch as dynamic_stitch
from stagelight.ops.arrays.ranges import linspace as _lin_space
from stagelight.ops.arrays.ranges import linspace as linspace
from stagelight.ops.arrays.ranges import meshgrid as meshgrid
from stagelight.ops.arrays.ranges import range_ as _range
from stagelight.ops.arrays.reshaping import invert_permutation as invert_permutation
from stagelight.ops.arrays.reshaping import matrix_transpose as matrix_transpose
from stagelight.ops.arrays.reshaping import reshape as reshape
from stagelight.ops.arrays.reversing import reverse as _reverse_v2
from stagelight.ops.arrays.reversing import reverse as reverse
from stagelight.ops.arrays.reversing import roll as roll
from stagelight.ops.arrays.scatter import scatter_nd as scatter_nd
from stagelight.ops.arrays.scatter import tensor_scatter_nd_add as _tensor_scatter_add
from stagelight.ops.arrays.scatter import tensor_scatter_nd_add as tensor_scatter_nd_add
from stagelight.ops.arrays.scatter import tensor_scatter_nd_max as tensor_scatter_nd_max
from stagelight.ops.arrays.scatter import tensor_scatter_nd_min as tensor_scatter_nd_min
from stagelight.ops.arrays.scatter import tensor_scatter_nd_sub as _tensor_scatter_sub
from stagelight.ops.arrays.scatter import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from stagelight.ops.arrays.scatter import tensor_scatter_nd_update as _tensor_scatter_update
from stagelight.ops.arrays.scatter import tensor_scatter_nd_update as tensor_scatter_nd_update
from stagelight.ops.arrays.searching import searchsorted as searchsorted
from stagelight.ops.arrays.shape import rank as rank
from stagelight.ops.arrays.shape import shape_n as shape_n
from stagelight.ops.arrays.slicing import slice_ as _slice
from stagelight.ops.arrays.slicing import strided_slice as strided_slice
from stagelight.ops.arrays.sorting import argsort as argsort
from stagelight.ops.arrays.sorting import sort as sort
from stagelight.ops.arrays.space_batch import batch_to_space_nd as batch_to_space_nd
from stagelight.ops.arrays.space_batch import required_space_to_batch_paddings as required_space_to_batch_paddings
from stagelight.ops.arrays.space_batch import space_to_batch_nd as space_to_batch_nd
from stagelight.ops.arrays.splitting import split as split
from stagelight.ops.arrays.splitting import unstack as unstack
from stagelight.ops.arrays.static_values import get_static_value as get_static_value
from stagelight.ops.arrays.tensor_protos import make_ndarray as make_ndarray
from stagelight.ops.arrays.tensor_protos import make_tensor_proto as make_tensor_proto
from stagelight.ops.arrays.tiling import repeat as repeat
from stagelight.ops.arrays.tiling import tile as tile
from stagelight.ops.arrays.uniqueness import setdiff1d as setdiff1d
from stagelight.ops.arrays.uniqueness import unique as unique
from stagelight.ops.arrays.uniqueness import unique_with_counts as unique_with_counts
from stagelight.ops.arrays.unraveling import unravel_index as unravel_index
from stagelight.ops.debugging.assert_operation import assert_true as _Assert
from stagelight.ops.debugging.numeric_checks import check_numerics as check_numerics
from stagelight.ops.debugging.printing import print_v1 as _Print
from stagelight.ops.debugging.printing import print_v2 as _print
from stagelight.ops.debugging.type_assertions import assert_proper_iterable as assert_proper_iterable
from stagelight.ops.debugging.type_assertions import assert_same_float_dtype as assert_same_float_dtype
from stagelight.ops.debugging.type_assertions import is_numeric_tensor as is_numeric_tensor
from stagelight.ops.elementwise.arithmetic import abs as abs
from stagelight.ops.elementwise.arithmetic import add as add
from stagelight.ops.elementwise.arithmetic import multiply as multiply
from stagelight.ops.elementwise.arithmetic import negative as negative
from stagelight.ops.elementwise.arithmetic import scalar_mul as scalar_mul
from stagelight.ops.elementwise.arithmetic import sign as sign
from stagelight.ops.elementwise.arithmetic import squared_difference as squared_difference
from stagelight.ops.elementwise.arithmetic import subtract as subtract
from stagelight.ops.elementwise.cast import bitcast as bitcast
from stagelight.ops.elementwise.cast import cast as cast
from stagelight.ops.elementwise.cast import saturate_cast as saturate_cast
from stagelight.ops.elementwise.clipping import clip_by_average_norm as clip_by_average_norm
from stagelight.ops.elementwise.clipping import clip_by_global_norm as clip_by_global_norm
from stagelight.ops.elementwise.clipping import clip_by_norm as clip_by_norm
from stagelight.ops.elementwise.clipping import clip_by_value as clip_by_value
from stagelight.ops.elementwise.clipping import global_norm as global_norm
from stagelight.ops.elementwise.comparison import equal as equal
from stagelight.ops.elementwise.comparison import greater as greater
from stagelight.ops.elementwise.comparison import greater_equal as greater_equal
from stagelight.ops.elementwise.comparison import less as less
from stagelight.ops.elementwise.comparison import less_equal as less_equal
from stagelight.ops.elementwise.comparison import not_equal as not_equal
from stagelight.ops.elementwise.complex_numbers import angle as angle
from stagelight.ops.elementwise.complex_numbers import complex as complex
from stagelight.ops.elementwise.complex_numbers import conj as conj
from stagelight.ops.elementwise.complex_numbers import imag as imag
from stagelight.ops.elementwise.complex_numbers import real as real
from stagelight.ops.elementwise.division import divide as divide
from stagelight.ops.elementwise.division import divide_no_nan as _div_no_nan
from stagelight.ops.elementwise.division import floordiv as floordiv
from stagelight.ops.elementwise.division import floormod as _mod
from stagelight.ops.elementwise.division import floormod as floormod
from stagelight.ops.elementwise.division import realdiv as realdiv
from stagelight.ops.elementwise.division import reciprocal as reciprocal
from stagelight.ops.elementwise.division import truediv as truediv
from stagelight.ops.elementwise.division import truncatediv as truncatediv
from stagelight.ops.elementwise.division import truncatemod as truncatemod
from stagelight.ops.elementwise.error_functions import erf as erf
from stagelight.ops.elementwise.error_functions import erfc as erfc
from stagelight.ops.elementwise.exponential import exp as exp
from stagelight.ops.elementwise.exponential import expm1 as expm1
from stagelight.ops.elementwise.exponential import log as log
from stagelight.ops.elementwise.exponential import log1p as log1p
from stagelight.ops.elementwise.exponential import pow as pow
from stagelight.ops.elementwise.exponential import rsqrt as rsqrt
from stagelight.ops.elementwise.exponential import sqrt as sqrt
from stagelight.ops.elementwise.exponential import square as square
from stagelight.ops.elementwise.floating_point import is_finite as is_finite
from stagelight.ops.elementwise.floating_point import is_inf as is_inf
from stagelight.ops.elementwise.floating_point import is_nan as is_nan
from stagelight.ops.elementwise.gamma_functions import betainc as betainc
from stagelight.ops.elementwise.gamma_functions import digamma as digamma
from stagelight.ops.elementwise.gamma_functions import igamma as igamma
from stagelight.ops.elementwise.gamma_functions import igammac as igammac
from stagelight.ops.elementwise.gamma_functions import lbeta as lbeta
from stagelight.ops.elementwise.gamma_functions import lgamma as lgamma
from stagelight.ops.elementwise.gamma_functions import polygamma as polygamma
from stagelight.ops.elementwise.gamma_functions import zeta as zeta
from stagelight.ops.elementwise.hyperbolic import acosh as acosh
from stagelight.ops.elementwise.hyperbolic import asinh as asinh
from stagelight.ops.elementwise.hyperbolic import atanh as atanh
from stagelight.ops.elementwise.hyperbolic import cosh as cosh
from stagelight.ops.elementwise.hyperbolic import sinh as sinh
from stagelight.ops.elementwise.hyperbolic import tanh as tanh
from stagelight.ops.elementwise.logic import logical_and as logical_and
from stagelight.ops.elementwise.logic import logical_not as logical_not
from stagelight.ops.elementwise.logic import logical_or as logical_or
from stagelight.ops.elementwise.logic import logical_xor as logical_xor
from stagelight.ops.elementwise.rounding import ceil as ceil
from stagelight.ops.elementwise.rounding import floor as floor
from stagelight.ops.elementwise.rounding import rint as rint
from stagelight.ops.elementwise.rounding import round as round
from stagelight.ops.elementwise.select import maximum as maximum
from stagelight.ops.elementwise.select import minimum as minimum
from stagelight.ops.elementwise.select import where as _where_v2
from stagelight.ops.elementwise.sigmoid import log_sigmoid as log_sigmoid
from stagelight.ops.elementwise.sigmoid import sigmoid as sigmoid
from stagelight.ops.elementwise.trigonometry import acos as acos
from stagelight.ops.elementwise.trigonometry import asin as asin
from stagelight.ops.elementwise.trigonometry import atan as atan
from stagelight.ops.elementwise.trigonometry import atan2 as atan2
from stagelight.ops.elementwise.trigonometry import cos as cos
from stagelight.ops.elementwise.trigonometry import sin as sin
from stagelight.ops.elementwise.trigonometry import tan as tan
from stagelight.ops.files.files import matching_files as matching_files
from stagelight.ops.files.files import read_file as read_file
from stagelight.ops.files.files import write_file as write_file
from stagelight.ops.host.clock import timestamp as timestamp
from stagelight.ops.host.foreign_code import load_library as load_library
from stagelight.ops.host.foreign_code import load_op_library as load_op_library
from stagelight.ops.host.host_call import numpy_function as numpy_function
from stagelight.ops.host.host_call import py_func as py_func
from stagelight.ops.host.host_call import py_function as py_function
from stagelight.ops.image.crops import random_crop as random_crop
from stagelight.ops.image.volume_patches import extract_volume_patches as extract_volume_patches
from stagelight.ops.linalg.cross_product import cross as cross
from stagelight.ops.linalg.decompositions import cholesky as cholesky
from stagelight.ops.linalg.decompositions import cholesky_solve as cholesky_solve
from stagelight.ops.linalg.decompositions import qr as qr
from stagelight.ops.linalg.decompositions import svd as svd
from stagelight.ops.linalg.diagonals import diag as _matrix_diag
from stagelight.ops.linalg.diagonals import diag_part as _matrix_diag_part
from stagelight.ops.linalg.diagonals import set_diag as _matrix_set_diag
from stagelight.ops.linalg.eigenvalues import eig as eig
from stagelight.ops.linalg.eigenvalues import eigh as _self_adjoint_eig
from stagelight.ops.linalg.eigenvalues import eigvals as eigvals
from stagelight.ops.linalg.eigenvalues import eigvalsh as _self_adjoint_eigvals
from stagelight.ops.linalg.einsum import einsum as einsum
from stagelight.ops.linalg.least_squares import lstsq as _matrix_solve_ls
from stagelight.ops.linalg.matmul import matmul as matmul
from stagelight.ops.linalg.matrix_functions import sqrtm as _matrix_square_root
from stagelight.ops.linalg.matrix_properties import trace as trace
from stagelight.ops.linalg.square_matrices import det as _matrix_determinant
from stagelight.ops.linalg.square_matrices import inv as _matrix_inverse
from stagelight.ops.linalg.square_matrices import solve as _matrix_solve
from stagelight.ops.linalg.square_matrices import triangular_solve as _matrix_triangular_solve
from stagelight.ops.linalg.tensordot import tensordot as tensordot
from stagelight.ops.linalg.triangles import band_part as _matrix_band_part
from stagelight.ops.linalg.triangles import tensor_diag as _diag
from stagelight.ops.linalg.triangles import tensor_diag_part as _diag_part
from stagelight.ops.parsing.features import FixedLenFeature as FixedLenFeature
from stagelight.ops.parsing.features import FixedLenSequenceFeature as FixedLenSequenceFeature
from stagelight.ops.parsing.features import SparseFeature as SparseFeature
from stagelight.ops.parsing.features import VarLenFeature as VarLenFeature
from stagelight.ops.parsing.message_tensors import decode_json_example as decode_json_example
from stagelight.ops.parsing.sequence_examples import parse_single_sequence_example as parse_single_sequence_example
from stagelight.ops.parsing.serialized_tensors import parse_tensor as parse_tensor
from stagelight.ops.parsing.serialized_tensors import serialize_tensor as serialize_tensor
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from stagelight.ops.quantization.fake_quantization_functions import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient
from stagelight.ops.quantization.quantized_numbers import dequantize as dequantize
from stagelight.ops.quantization.quantized_numbers import quantize as quantize
from stagelight.ops.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from stagelight.ops.random.gamma_ops import random_gamma as random_gamma
from stagelight.ops.random.normal_ops import random_normal as random_normal
from stagelight.ops.random.normal_ops import random_truncated_normal as _truncated_normal
from stagelight.ops.random.shuffle_ops import random_index_shuffle as random_index_shuffle
from stagelight.ops.random.shuffle_ops import random_shuffle as random_shuffle
from stagelight.ops.random.streams import set_seed as _set_random_seed
from stagelight.ops.random.uniform_ops import random_uniform as random_uniform
from stagelight.ops.reductions.addition_of_lists import accumulate_n as accumulate_n
from stagelight.ops.reductions.addition_of_lists import add_n as add_n
from stagelight.ops.reductions.cumulative import cumprod as cumprod
from stagelight.ops.reductions.cumulative import cumsum as cumsum
from stagelight.ops.reductions.histogram import histogram_fixed_width as histogram_fixed_width
from stagelight.ops.reductions.histogram import histogram_fixed_width_bins as histogram_fixed_width_bins
from stagelight.ops.reductions.monotonicity import is_non_decreasing as is_non_decreasing
from stagelight.ops.reductions.monotonicity import is_strictly_increasing as is_strictly_increasing
from stagelight.ops.reductions.segments import segment_max as segment_max
from stagelight.ops.reductions.segments import segment_mean as segment_mean
from stagelight.ops.reductions.segments import segment_min as segment_min
from stagelight.ops.reductions.segments import segment_prod as segment_prod
from stagelight.ops.reductions.segments import segment_sum as segment_sum
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_max as unsorted_segment_max
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_mean as unsorted_segment_mean
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_min as unsorted_segment_min
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_prod as unsorted_segment_prod
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_sum as unsorted_segment_sum
from stagelight.ops.sparse.arithmetic import maximum as _sparse_maximum
from stagelight.ops.sparse.arithmetic import minimum as _sparse_minimum
from stagelight.ops.sparse.arithmetic import older_add as _sparse_add
from stagelight.ops.sparse.conversion import sparse_to_dense as sparse_to_dense
from stagelight.ops.sparse.conversion import to_dense as _sparse_tensor_to_dense
from stagelight.ops.sparse.edit_distance import edit_distance as edit_distance
from stagelight.ops.sparse.elements import mask as _sparse_mask
from stagelight.ops.sparse.elements import retain as _sparse_retain
from stagelight.ops.sparse.elements import to_indicator as _sparse_to_indicator
from stagelight.ops.sparse.empty_rows import fill_empty_rows as _sparse_fill_empty_rows
from stagelight.ops.sparse.matmul import sparse_dense_matmul as _sparse_tensor_dense_matmul
from stagelight.ops.sparse.parts import older_concat as _sparse_concat
from stagelight.ops.sparse.parts import slice_ as _sparse_slice
from stagelight.ops.sparse.reordering import reorder as _sparse_reorder
from stagelight.ops.sparse.reordering import reset_shape as _sparse_reset_shape
from stagelight.ops.sparse.reordering import reshape as _sparse_reshape
from stagelight.ops.sparse.reordering import transpose as _sparse_transpose
from stagelight.ops.sparse.serialization import deserialize_many_sparse as deserialize_many_sparse
from stagelight.ops.sparse.softmax import softmax as _sparse_softmax
from stagelight.ops.sparse.sparse_tensor import SparseTensor as SparseTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensorValue as SparseTensorValue
from stagelight.ops.strings.base64_text import decode_base64 as decode_base64
from stagelight.ops.strings.base64_text import encode_base64 as encode_base64
from stagelight.ops.strings.fingerprints import fingerprint as fingerprint
from stagelight.ops.strings.number_text import as_string as as_string
from stagelight.ops.strings.raw_bytes import decode_compressed as decode_compressed
from stagelight.ops.strings.regular_expressions import regex_replace as regex_replace
from stagelight.ops.strings.string_hashing import to_hash_bucket_fast as _string_to_hash_bucket_fast
from stagelight.ops.strings.string_hashing import to_hash_bucket_strong as _string_to_hash_bucket_strong
from stagelight.ops.strings.string_joining import join as _string_join
from stagelight.ops.strings.string_parts import strip as _string_strip
from stagelight.signal import fft as fft
from stagelight.signal import fft2d as fft2d
from stagelight.signal import fft3d as fft3d
from stagelight.signal import ifft as ifft
from stagelight.signal import ifft2d as ifft2d
from stagelight.signal import ifft3d as ifft3d
from stagelight.staging.decorator import function as function
from stagelight.state.critical_section import CriticalSection as CriticalSection
from stagelight.state.module import Module as Module
from stagelight.state.queues import FIFOQueue as FIFOQueue
from stagelight.state.queues import PaddingFIFOQueue as PaddingFIFOQueue
from stagelight.state.queues import PriorityQueue as PriorityQueue
from stagelight.state.queues import QueueBase as QueueBase
from stagelight.state.queues import RandomShuffleQueue as RandomShuffleQueue
from stagelight.state.tensor_array import TensorArray as TensorArray
from stagelight.state.variable_creation import variable_creator_scope as variable_creator_scope
from stagelight.state.variable_replication import VariableAggregation as VariableAggregation
from stagelight.state.variable_replication import VariableSynchronization as VariableSynchronization
from stagelight.types.dimension import Dimension as Dimension
from stagelight.types.dimension import dimension_value as dimension_value
from stagelight.types.dtypes import DType as DType
from stagelight.types.dtypes import as_dtype as as_dtype
from stagelight.types.dtypes import bfloat16 as bfloat16
from stagelight.types.dtypes import bool_ as _bool
from stagelight.types.dtypes import complex128 as complex128
from stagelight.types.dtypes import complex64 as complex64
from stagelight.types.dtypes import float16 as _half
from stagelight.types.dtypes import float16 as float16
from stagelight.types.dtypes import float32 as float32
from stagelight.types.dtypes import float64 as _double
from stagelight.types.dtypes import float64 as float64
from stagelight.types.dtypes import int16 as int16
from stagelight.types.dtypes import int32 as int32
from stagelight.types.dtypes import int64 as int64
from stagelight.types.dtypes import int8 as int8
from stagelight.types.dtypes import qint16 as qint16
from stagelight.types.dtypes import qint32 as qint32
from stagelight.types.dtypes import qint8 as qint8
from stagelight.types.dtypes import quint16 as quint16
from stagelight.types.dtypes import quint8 as quint8
from stagelight.types.dtypes import resource as resource
from stagelight.types.dtypes import string as string
from stagelight.types.dtypes import uint16 as uint16
from stagelight.types.dtypes import uint32 as uint32
from stagelight.types.dtypes import uint64 as uint64
from stagelight.types.dtypes import uint8 as uint8
from stagelight.types.dtypes import variant as variant
from stagelight.types.ragged_spec import RaggedTensorSpec as RaggedTensorSpec
from stagelight.types.shapes import TensorShape as TensorShape
from stagelight.types.shapes import broadcast_static_shape as broadcast_static_shape
from stagelight.types.shapes import dimension_at_index as dimension_at_index
from stagelight.types.sparse_spec import SparseTensorSpec as SparseTensorSpec
from stagelight.types.specs import IndexedSlicesSpec as IndexedSlicesSpec
from stagelight.types.specs import TensorArraySpec as TensorArraySpec
from stagelight.types.specs import TensorSpec as TensorSpec
from stagelight.types.type_spec import TypeSpec as TypeSpec
from stagelight.types.type_spec import type_spec_from_value as type_spec_from_value
from typing import Any
from stagelight.core.tensor import Tensor

AUTO_REUSE: str
Assert = _Assert
AttrValue: type[Any]
COMPILER_VERSION: str
DeviceSpec = _DeviceSpec
Event: type[Any]
GIT_VERSION: str
GRAPH_DEF_VERSION: int
GRAPH_DEF_VERSION_MIN_CONSUMER: int
GRAPH_DEF_VERSION_MIN_PRODUCER: int
GraphDef: type[Any]
HistogramProto: type[Any]
LogMessage: type[Any]
MetaGraphDef: type[Any]
NameAttrList: type[Any]
NoGradient = _NoGradient
NodeDef: type[Any]
NoneTensorSpec = _NoneTensorSpec
NotDifferentiable = _NotDifferentiable
Print = _Print
RunMetadata: type[Any]
SessionLog: type[Any]
Summary: type[Any]
SummaryMetadata: type[Any]
TensorInfo: type[Any]
VERSION: str
Variable = _Variable
__version__: str
def argmax(
    input: Any,
    axis: Any = None,
    name: Any = None,
    dimension: Any = None,
    output_type: Any = ...,
) -> Any:
    """`argmax` with the arguments of TensorFlow 1:

        input, axis, name, dimension, output_type

    The index of the greatest element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmax([2, 20, 30, 3, 6]).numpy()
    np.int64(2)
    """
def argmin(
    input: Any,
    axis: Any = None,
    name: Any = None,
    dimension: Any = None,
    output_type: Any = ...,
) -> Any:
    """`argmin` with the arguments of TensorFlow 1:

        input, axis, name, dimension, output_type

    The index of the least element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmin([[3, 1], [2, 5]], axis=1).numpy()
    array([1, 0])
    """
def assert_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x == y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_equal(tf.constant([1, 2]), [1, 2])
    """
def assert_greater(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_greater` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x > y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater(tf.constant([1, 2]), 0)
    """
def assert_greater_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_greater_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x >= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater_equal(tf.constant([1, 2]), 1)
    """
def assert_integer(x: Any, message: Any = None, name: Any = None) -> Any:
    """`assert_integer` with the arguments of TensorFlow 1:

        x, message, name

    Fails unless the tensor's dtype is an integer one.

    Args:
        x: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_integer(tf.constant([1, 2]))
    """
def assert_less(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_less` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x < y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less(tf.constant([1, 2]), 3)
    """
def assert_less_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_less_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x <= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less_equal(tf.constant([1, 2]), 2)
    """
def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_near` with the arguments of TensorFlow 1:

        x, y, rtol, atol, data, summarize, message, name

    Fails unless `|x - y| <= atol + rtol * |y|` for each pair of elements.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        rtol: relative tolerance; ten times the dtype's precision if None.
        atol: absolute tolerance; the same if None.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.
        ValueError: the dtype is not floating or complex.

    >>> tf.debugging.assert_near(tf.constant([1.0, 2.0]), [1.0, 2.0000001])
    """
def assert_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_negative` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x < 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_negative(tf.constant([-1, -2]))
    """
def assert_non_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_non_negative` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x >= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_negative(tf.constant([0, 2]))
    """
def assert_non_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_non_positive` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x <= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_positive(tf.constant([0, -2]))
    """
def assert_none_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_none_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x != y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        summarize: how many elements are shown; 3 if None, all if -1.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_none_equal(tf.constant([1, 2]), 0)
    """
def assert_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_positive` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x > 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_positive(tf.constant([1, 2]))
    """
def assert_rank(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank` with the arguments of TensorFlow 1:

        x, rank, data, summarize, message, name

    Fails unless the tensor has that number of axes.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank(tf.constant([1, 2]), 1)
    """
def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank_at_least` with the arguments of TensorFlow 1:

        x, rank, data, summarize, message, name

    Fails unless the tensor has that number of axes or more.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: fewer axes, where that is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_at_least(tf.constant([[1, 2]]), 1)
    """
def assert_rank_in(
    x: Any,
    ranks: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank_in` with the arguments of TensorFlow 1:

        x, ranks, data, summarize, message, name

    Fails unless the tensor has one of these numbers of axes.

    Args:
        x: tensor.
        ranks: int32 numbers or tensors of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_in(tf.constant([1, 2]), (0, 1))
    """
def assert_scalar(tensor: Any, name: Any = None, message: Any = None) -> Any:
    """`assert_scalar` with the arguments of TensorFlow 1:

        tensor, name, message

    Fails unless the tensor has no axes, as far as that is known while tracing.

    Args:
        tensor: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        ValueError: it has axes, or its rank is not known.

    >>> tf.debugging.assert_scalar(3)
    """
def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: Any = None) -> Any:
    """`assert_type` with the arguments of TensorFlow 1:

        tensor, tf_type, message, name

    Fails unless the tensor has that dtype.

    Args:
        tensor: tensor.
        tf_type: the dtype.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
batch_to_space = _batch_to_space
def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = ...,
) -> Any:
    """`bincount` with the arguments of TensorFlow 1:

        arr, weights, minlength, maxlength, dtype

    How often each of 0, 1, 2, ... stands in a tensor, or the sum of its weights.

    Args:
        arr: integer tensor without negative numbers.
        weights: tensor of the shape of `arr`, what each number counts; None counts 1.
        minlength: the least length of the result.
        maxlength: the greatest length; greater numbers are not counted.
        dtype: the dtype of the counts where there are no weights.
        name: name of the operation.
        axis: None or 0 counts in the whole tensor, -1 in each row of a matrix.
        binary_output: 1 for each number that stands at least once.

    Returns:
        Vector of counts, or a matrix with one row for each row of `arr`.

    Raises:
        InvalidArgumentError: a number is negative, or the weights' shape differs.
        ValueError: another axis, or weights with binary_output.

    >>> tf.math.bincount([1, 1, 2, 3, 2, 4, 4, 5]).numpy()
    array([0, 2, 2, 1, 2, 1], dtype=int32)
    """
bool = _bool
def boolean_mask(tensor: Any, mask: Any, name: Any = None, axis: Any = None) -> Any:
    """`boolean_mask` with the arguments of TensorFlow 1:

        tensor, mask, name, axis

    The places of a tensor where a mask is true, in one row.

    Args:
        tensor: tensor of any dtype, of shape `[d0, ..., dn]`.
        mask: bool tensor of known rank k >= 1, of the shape of the k axes of `tensor` from `axis`
            on.
        axis: the first masked axis, 0 by default.
        name: name scope of the operations.

    Returns:
        Tensor in which one axis, as long as the mask has true places, stands for the masked axes.

    Raises:
        ValueError: the mask is a scalar or its shape does not fit.

    >>> tf.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
cond = _cond
def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = ...,
    name: Any = None,
    weights: Any = None,
) -> Any:
    """`confusion_matrix` with the arguments of TensorFlow 1:

        labels, predictions, num_classes, dtype, name, weights

    The matrix whose element `[i, j]` counts how often class `i` was predicted as class `j`.

    Args:
        labels: vector of the classes, numbers from 0.
        predictions: vector of the predicted classes. An axis of size 1 that one of the two has more is left
            out.
        num_classes: the size of the matrix; None: one more than the greatest class.
        weights: what each prediction counts, of the shape of `predictions`; None: 1.
        dtype: the dtype of the result.
        name: name of the operation.

    Returns:
        A matrix `[num_classes, num_classes]`.

    Raises:
        InvalidArgumentError: a class is negative, or not less than `num_classes`.
        ValueError: the weights have another shape.

    >>> tf.math.confusion_matrix([1, 2, 2], [1, 2, 1]).numpy()
    array([[0, 0, 0],
           [0, 1, 0],
           [0, 1, 1]], dtype=int32)
    """
constant = _constant
constant_initializer = _constant_initializer
def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: Any = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
) -> Any:
    """`convert_to_tensor` with the arguments of TensorFlow 1:

        value, dtype, name, preferred_dtype, dtype_hint

    Converts a value to a tensor.

    Args:
        value: a tensor, array, number, string, or nested lists of them (of one shape), or an object of
            a class registered for conversion, such as a variable.
        dtype: the dtype wanted; None keeps or infers it.
        dtype_hint: used where `dtype` is None and the value can take it.
        name: the name of the constant in a graph.

    Returns:
        The value itself if it is a tensor of that dtype, else a new tensor.

    Raises:
        ValueError: a tensor of another dtype, None, or rows of unequal lengths.
        TypeError: a value that the dtype cannot hold.

    >>> tf.convert_to_tensor([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = ...,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
    input: Any = None,
) -> Any:
    """`count_nonzero` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, dtype, name, reduction_indices, keep_dims, input

    How many elements over axes are not zero, False or the empty string.

    Args:
        input: numeric, bool or string tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        dtype: dtype of the result.
        name: name of the operation.

    Returns:
        Tensor of `dtype` without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.count_nonzero([[0, 1], [2, 3]], axis=1).numpy()
    array([1, 2])
    """
def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: Any = ',',
    use_quote_delim: Any = True,
    name: Any = None,
    na_value: Any = '',
    select_cols: Any = None,
) -> Any:
    """`decode_csv` with the arguments of TensorFlow 1:

        records, record_defaults, field_delim, use_quote_delim, name, na_value, select_cols

    Records of comma-separated values, as a tensor for each column.

    Args:
        records: string of any shape, one record each.
        record_defaults: for each column what stands for an empty field, of the dtype of the column: float32,
            float64, int32, int64 or string. An empty vector says that no field may be empty.
        field_delim: one character.
        use_quote_delim: whether fields may stand in quotes.
        na_value: a further text of fields that are empty.
        select_cols: the columns that are taken, increasing; all if None.
        name: name of the operation.

    Returns:
        A tensor of the shape of `records` for each column.

    Raises:
        ValueError: `select_cols` do not increase, or are not as many as the defaults.
        InvalidArgumentError: a record has another number of fields, a field is no number of its column or
            is missing, or quotes are where they may not be.

    >>> numbers, names = tf.io.decode_csv(["1,one", ",two"], [7, ""])
    >>> numbers.numpy().tolist(), names.numpy().tolist()
    ([1, 7], [b'one', b'two'])
    """
def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: Any = True,
    name: Any = None,
    bytes: Any = None,
) -> Any:
    """`decode_raw` with the arguments of TensorFlow 1:

        input_bytes, out_type, little_endian, name, bytes

    The bytes of each string as a row of numbers.

    Args:
        input_bytes: string tensor, all strings of one length unless `fixed_length` is given.
        out_type: the dtype of the numbers.
        little_endian: whether the byte with the lowest value comes first.
        fixed_length: the number of bytes that are read of each string; zeros are put behind shorter
            ones.
        name: name of the operation.

    Returns:
        Tensor of that dtype with one more axis than `input_bytes`.

    Raises:
        InvalidArgumentError: lengths that differ, or are no multiple of the dtype's size.

    >>> tf.io.decode_raw(["ab", "cd"], tf.uint8).numpy()
    array([[ 97,  98],
           [ 99, 100]], dtype=uint8)
    """
def depth_to_space(input: Any, block_size: Any, name: Any = None, data_format: Any = 'NHWC') -> Any:
    """`depth_to_space` with the arguments of TensorFlow 1:

        input, block_size, name, data_format

    Moves the depth axis into square blocks of an image: undoes `tf.nn.space_to_depth`.

    Args:
        input: tensor of shape `[batch, height, width, depth]` (or `[batch, depth, height, width]`).
        block_size: the side of a block, at least 2.
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, height * block, width * block, depth / block**2]`.

    Raises:
        InvalidArgumentError: the depth is no multiple of the square of the block.

    >>> tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2).numpy()[0, :, :, 0]
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
device = _device
diag = _diag
diag_part = _diag_part
disable_control_flow_v2 = _disable_control_flow_v2
disable_resource_variables = _disable_resource_variables
div_no_nan = _div_no_nan
double = _double
enable_control_flow_v2 = _enable_control_flow_v2
enable_resource_variables = _enable_resource_variables
def expand_dims(input: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """`expand_dims` with the arguments of TensorFlow 1:

        input, axis, name, dim

    The same elements with one more axis, of size 1.

    Args:
        input: tensor of any dtype, of shape `[d0, ..., dn]`.
        axis: where the new axis stands in the result; -1 is last.
        name: name of the operation.

    Returns:
        Tensor of one more axis.

    Raises:
        InvalidArgumentError: the axis is not in [-rank - 1, rank].

    >>> tf.expand_dims([1, 2, 3], 0).shape
    TensorShape([1, 3])
    """
flags: Any
def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: Any = None,
    axis: Any = None,
    batch_dims: Any = 0,
) -> Any:
    """`gather` with the arguments of TensorFlow 1:

        params, indices, validate_indices, name, axis, batch_dims

    Places of `params` along an axis, picked by index.

    For `axis` 0: `out[i, ...] = params[indices[i], ...]`. With `batch_dims` the first axes of both
    are gone through together.

    Args:
        params: tensor of any dtype, of at least `axis + 1` axes.
        indices: int16, int32 or int64 tensor, each in [0, params.shape[axis]).
        validate_indices: no longer has an effect; indices are always checked.
        axis: the axis; None means `batch_dims`.
        batch_dims: how many first axes params and indices share; negative counts from the last of
            indices.
        name: name of the operation.

    Returns:
        Tensor of shape `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis +
        1:]`.

    Raises:
        InvalidArgumentError: an index is out of range, or axis or batch_dims do not fit.

    >>> tf.gather([10, 20, 30], [2, 0]).numpy()
    array([30, 10], dtype=int32)
    """
def gather_nd(
    params: Any,
    indices: Any,
    name: Any = None,
    batch_dims: Any = 0,
    bad_indices_policy: Any = '',
) -> Any:
    """`gather_nd` with the arguments of TensorFlow 1:

        params, indices, name, batch_dims, bad_indices_policy

    Parts of `params` picked by rows of indices: `out[i] = params[tuple(indices[i])]`.

    Args:
        params: tensor of any dtype.
        indices: int16, int32 or int64 tensor; its last axis, of size k, indexes the first k axes of
            params after the batch axes.
        batch_dims: how many first axes params and indices share.
        name: name of the operation.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.

    Returns:
        Tensor of shape `indices.shape[:-1] + params.shape[batch_dims + k:]`.

    Raises:
        InvalidArgumentError: an index is out of range, or k is more than the rank.

    >>> tf.gather_nd([[1, 2], [3, 4]], [[0, 0], [1, 1]]).numpy()
    array([1, 4], dtype=int32)
    """
glorot_normal_initializer = _glorot_normal_initializer
glorot_uniform_initializer = _glorot_uniform_initializer
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: Any = 'gradients',
    colocate_gradients_with_ops: Any = False,
    gate_gradients: Any = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = None,
) -> Any:
    """`gradients` with the arguments of TensorFlow 1:

        ys, xs, grad_ys, name, colocate_gradients_with_ops, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients

    The gradients of `sum(ys)` with respect to each x, as tensors of the graph.

    Args:
        ys: tensor or list of tensors of the graph.
        xs: tensor or variable, or list of them.
        grad_ys: for each y what its gradient starts from; ones if None.
        name: the name scope of the operations added.
        gate_gradients, aggregation_method: accepted for compatibility.
        stop_gradients: tensors through which nothing flows.
        unconnected_gradients: "none" or "zero": what an x gets that no y depends on.

    Returns:
        A list with a gradient (or None) for each x.

    Raises:
        RuntimeError: eagerly, where there is no graph.
        LookupError: an op on the way has no gradient.

    >>> @tf.function
    ... def slope(x):
    ...     return tf.gradients(x * x, x)[0]
    >>> slope(tf.constant(3.0)).numpy()
    np.float32(6.0)
    """
half = _half
def import_graph_def(
    graph_def: Any,
    input_map: Any = None,
    return_elements: Any = None,
    name: Any = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> Any:
    """`import_graph_def` with the arguments of TensorFlow 1:

        graph_def, input_map, return_elements, name, op_dict, producer_op_list

    Adds the operations of a `GraphDef` to the current graph.

    What only TensorFlow 1 writes is rewritten (decision 29): variables that are tensors of a reference dtype
    become resources, its arrays lists, `Enter`, `Switch`, `Merge` and their like `While` and `If`. What has
    results keeps its name; what stands inside of a loop or of a conditional does not.

    Args:
        graph_def: the message, or one of the real TensorFlow's.
        input_map: tensors that take the place of tensors in `graph_def`, by their names there
            ("x" or "x:0").
        return_elements: names of operations ("x") and tensors ("x:0") in `graph_def` to return.
        name: a prefix for the operations' names, "import" by default; "" for none.
        producer_op_list: an `OpList` of the program that wrote the graph: attrs that are not known
            here are left out where they have their default there.

    Returns:
        The operations and tensors that were asked for; None if none were.

    Raises:
        TypeError: `graph_def` is no GraphDef, or another argument is not of its type.
        NotImplementedError: it has ops that are not known; the message lists them all.
        ValueError: it is broken (names, inputs, cycles, dtypes, attrs, functions), its shapes do
            not fit, or a name in `input_map` or `return_elements` is not in it. Nothing is added
            then.
        RuntimeError: no graph is being built.

    >>> source = tf.Graph()
    >>> with source.as_default():
    ...     three = tf.constant(3, name="three")
    >>> with tf.Graph().as_default() as graph:
    ...     tf.graph_util.import_graph_def(source.as_graph_def(), return_elements=["three:0"])
    [<tf.Tensor 'import/three:0' shape=() dtype=int32>]
    """
initialize_all_tables = _initialize_all_tables
initialize_all_variables = _initialize_all_variables
initialize_local_variables = _initialize_local_variables
initialize_variables = _initialize_variables
lin_space = _lin_space
matrix_band_part = _matrix_band_part
matrix_determinant = _matrix_determinant
matrix_diag = _matrix_diag
matrix_diag_part = _matrix_diag_part
matrix_inverse = _matrix_inverse
matrix_set_diag = _matrix_set_diag
matrix_solve = _matrix_solve
matrix_solve_ls = _matrix_solve_ls
matrix_square_root = _matrix_square_root
matrix_triangular_solve = _matrix_triangular_solve
mod = _mod
name_scope = _name_scope
newaxis: None
def norm(
    tensor: Any,
    ord: Any = 'euclidean',
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`norm` with the arguments of TensorFlow 1:

        tensor, ord, axis, keepdims, name, keep_dims

    The norm of vectors or matrices: `sum(|x|^ord)^(1/ord)` for vectors.

    Args:
        tensor: floating or complex tensor.
        ord: "euclidean", a positive number or infinity. For matrices: "euclidean" and "fro" (root
            of the sum of squares), 1 (largest column sum), 2 (largest singular value) or infinity
            (largest row sum).
        axis: an integer for vectors, two for matrices; None takes the whole tensor as one vector.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        ValueError: an order or axes for which there is no norm.

    >>> tf.norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
ones_initializer = _ones_initializer
def ones_like(tensor: Any = None, dtype: Any = None, name: Any = None, optimize: Any = True) -> Any:
    """`ones_like` with the arguments of TensorFlow 1:

        tensor, dtype, name, optimize

    Ones in the shape of another tensor.

    Args:
        input: tensor of any dtype.
        dtype: the numeric or bool dtype of the ones; None takes that of `input`.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of ones (True).

    >>> tf.ones_like([[1.5, 2.5]]).numpy()
    array([[1., 1.]], dtype=float32)
    """
orthogonal_initializer = _orthogonal_initializer
def pad(
    tensor: Any,
    paddings: Any,
    mode: Any = 'CONSTANT',
    name: Any = None,
    constant_values: Any = 0,
) -> Any:
    """`pad` with the arguments of TensorFlow 1:

        tensor, paddings, mode, name, constant_values

    Puts borders around a tensor: `paddings[i]` is how many places before and after along axis i.

    Args:
        tensor: tensor of any dtype.
        paddings: integer matrix of shape `[rank, 2]`, not negative.
        mode: "CONSTANT"; "REFLECT" mirrors without the edge, "SYMMETRIC" with it (case does not
            matter).
        constant_values: scalar of the tensor's dtype, the value of constant borders.
        name: name of the operation.

    Returns:
        Tensor of size `paddings[i, 0] + tensor.shape[i] + paddings[i, 1]` along each axis i.

    Raises:
        ValueError: an unknown mode.
        InvalidArgumentError: the paddings do not fit the tensor.

    >>> tf.pad([1, 2, 3], [[1, 2]]).numpy()
    array([0, 1, 2, 3, 0, 0], dtype=int32)
    """
def parse_example(
    serialized: Any,
    features: Any,
    name: Any = None,
    example_names: Any = None,
) -> Any:
    """`parse_example` with the arguments of TensorFlow 1:

        serialized, features, name, example_names

    Serialized `tf.train.Example`s as a dict of tensors.

    Args:
        serialized: string vector `[batch]`; or a scalar, for results without the first axis.
        features: what is parsed, by name: `tf.io.FixedLenFeature` (a tensor), `VarLenFeature` and
            `SparseFeature` (sparse tensors), `RaggedFeature` (ragged ones), `FixedLenSequenceFeature` with
            `allow_missing` (padded tensors).
        example_names: names of the examples for messages.
        name: name of the operation.

    Raises:
        ValueError: there are no features, or one of them is no such object.
        InvalidArgumentError: the bytes are no examples, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "x": tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))}))
    >>> parsed = tf.io.parse_example(
    ...     [example.SerializeToString()], {"x": tf.io.FixedLenFeature([2], tf.float32)})
    >>> parsed["x"].numpy().tolist()
    [[1.0, 2.0]]
    """
def parse_single_example(
    serialized: Any,
    features: Any,
    name: Any = None,
    example_names: Any = None,
) -> Any:
    """`parse_single_example` with the arguments of TensorFlow 1:

        serialized, features, name, example_names

    One serialized `tf.train.Example` as a dict of tensors; see `tf.io.parse_example`.

    Raises:
        ValueError: `serialized` is no scalar, or the features are not such objects.
        InvalidArgumentError: the bytes are no example, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))}))
    >>> parsed = tf.io.parse_single_example(
    ...     example.SerializeToString(), {"n": tf.io.FixedLenFeature([], tf.int64)})
    >>> int(parsed["n"])
    3
    """
print = _print
random_normal_initializer = _random_normal_initializer
random_poisson = _random_poisson
random_uniform_initializer = _random_uniform_initializer
range = _range
def reduce_all(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_all` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    Whether all elements along axes are True; True where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_all([[True, True], [False, True]], axis=1).numpy()
    array([ True, False])
    """
def reduce_any(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_any` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    Whether an element along axes is True; False where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_any([[True, True], [False, False]], axis=1).numpy()
    array([ True, False])
    """
def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: Any = None,
    separator: Any = '',
    name: Any = None,
    reduction_indices: Any = None,
    keepdims: Any = None,
) -> Any:
    """`reduce_join` with the arguments of TensorFlow 1:

        inputs, axis, keep_dims, separator, name, reduction_indices, keepdims

    Joins the strings along axes.

    Args:
        inputs: string tensor.
        axis: an axis or list of axes, of which the first varies fastest; None is all of them, in
            the order of memory.
        keepdims: whether the axes stay, with size 1.
        separator: what stands between the strings.
        name: name of the operation.

    Returns:
        string tensor without those axes.

    Raises:
        OutOfRangeError: there is no such axis (ValueError while tracing).
        InvalidArgumentError: an axis comes twice.

    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=0, separator="+").numpy()
    array([b'a+c', b'b+d'], dtype=object)
    """
def reduce_logsumexp(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_logsumexp` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    `log(sum(exp(x)))` over axes, without overflow.

    Args:
        input_tensor: floating tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes; -inf where there is no element.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_logsumexp([1000.0, 1000.0]).numpy()
    np.float32(1000.6932)
    """
def reduce_max(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_max` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The maximum over axes; NaN where one is NaN, the dtype's lowest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal maxima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_max([[1, 5], [3, 4]], axis=1).numpy()
    array([5, 4], dtype=int32)
    """
def reduce_mean(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_mean` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The mean over axes. For integers it is rounded towards zero.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_mean([[1.0, 1.0], [2.0, 2.0]], axis=1).numpy()
    array([1., 2.], dtype=float32)
    """
def reduce_min(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_min` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The minimum over axes; NaN where one is NaN, the dtype's highest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal minima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_min([[1, 5], [3, 4]], axis=1).numpy()
    array([1, 3], dtype=int32)
    """
def reduce_prod(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_prod` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The product over axes; one over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 8], dtype=int32)
    """
def reduce_sum(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_sum` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The sum over axes; zero over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> x = tf.constant([[1, 1, 1], [1, 1, 1]])
    >>> tf.reduce_sum(x, axis=0).numpy()
    array([2, 2, 2], dtype=int32)
    """
def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: Any = None,
    name: Any = None,
    seq_dim: Any = None,
    batch_dim: Any = None,
) -> Any:
    """`reverse_sequence` with the arguments of TensorFlow 1:

        input, seq_lengths, seq_axis, batch_axis, name, seq_dim, batch_dim

    Reverses the first `seq_lengths[i]` places of sequence i and leaves the rest.

    Args:
        input: tensor of any dtype.
        seq_lengths: int32 or int64 vector, one length for each place along the batch axis.
        seq_axis: the axis along which sequences run.
        batch_axis: the axis along which they are numbered, 0 by default.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a length is negative or more than the axis, or the axes do not fit.

    >>> tf.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).numpy()
    array([[2, 1, 3],
           [6, 5, 4]], dtype=int32)
    """
reverse_v2 = _reverse_v2
def scatter_add(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `r + u`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_add` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_add(v, [0], [2.0])
    >>> v.numpy().tolist()
    [6.0, 0.5]
    """
def scatter_div(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `r / u`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_div` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_div(v, [0], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
def scatter_max(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `max(r, u)`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_max` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_max(v, [0], [2.0])
    >>> v.numpy().tolist()
    [4.0, 0.5]
    """
def scatter_min(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `min(r, u)`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_min` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_min(v, [0], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
def scatter_mul(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `r * u`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_mul` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_mul(v, [0], [2.0])
    >>> v.numpy().tolist()
    [8.0, 0.5]
    """
def scatter_nd_add(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some elements or slices of a variable: `r` becomes `r + u`.

    Args:
        ref: the variable.
        indices: integer tensor, which elements or slices.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_nd_add` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_nd_add(v, [[0]], [2.0])
    >>> v.numpy().tolist()
    [6.0, 0.5]
    """
def scatter_nd_sub(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some elements or slices of a variable: `r` becomes `r - u`.

    Args:
        ref: the variable.
        indices: integer tensor, which elements or slices.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_nd_sub` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_nd_sub(v, [[0]], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
def scatter_nd_update(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = True,
    name: Any = None,
) -> Any:
    """Changes some elements or slices of a variable: `r` becomes `u`.

    Args:
        ref: the variable.
        indices: integer tensor, which elements or slices.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_nd_update` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_nd_update(v, [[0]], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
def scatter_sub(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = False,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `r - u`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_sub` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_sub(v, [0], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
def scatter_update(
    ref: Any,
    indices: Any,
    updates: Any,
    use_locking: bool = True,
    name: Any = None,
) -> Any:
    """Changes some rows of a variable: `r` becomes `u`.

    Args:
        ref: the variable.
        indices: integer tensor, which rows.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `scatter_update` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.scatter_update(v, [0], [2.0])
    >>> v.numpy().tolist()
    [2.0, 0.5]
    """
self_adjoint_eig = _self_adjoint_eig
self_adjoint_eigvals = _self_adjoint_eigvals
def serialize_many_sparse(sp_input: Any, name: Any = None, out_type: Any = ...) -> Any:
    """`serialize_many_sparse` with the arguments of TensorFlow 1:

        sp_input, name, out_type

    The rows of a sparse tensor along its first axis, each as three strings.

    Args:
        sp_input: `SparseTensor` of rank 2 or more.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` matrix `[rows, 3]`.

    >>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 4], [5, 0]])).shape[1:]
    TensorShape([3])
    """
def serialize_sparse(sp_input: Any, name: Any = None, out_type: Any = ...) -> Any:
    """`serialize_sparse` with the arguments of TensorFlow 1:

        sp_input, name, out_type

    A sparse tensor as three strings: its indices, values and shape.

    Args:
        sp_input: `SparseTensor`.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` vector `[3]`.

    >>> tf.io.serialize_sparse(tf.sparse.from_dense([0, 4])).shape
    TensorShape([3])
    """
set_random_seed = _set_random_seed
def shape(input: Any, name: Any = None, out_type: Any = None) -> Any:
    """`shape` with the arguments of TensorFlow 1:

        input, name, out_type

    The shape of a tensor, as a tensor.

    Args:
        input: tensor of any dtype, or an object with a `dense_shape`, such as `tf.SparseTensor`.
        out_type: int32 (the default) or int64.
        name: name of the operation.

    Returns:
        Integer vector with one size an axis.

    >>> tf.shape([[1, 2, 3], [4, 5, 6]]).numpy()
    array([2, 3], dtype=int32)
    """
def size(input: Any, name: Any = None, out_type: Any = None) -> Any:
    """`size` with the arguments of TensorFlow 1:

        input, name, out_type

    The number of elements of a tensor.

    Args:
        input: tensor of any dtype.
        out_type: int32 (the default) or int64.
        name: name of the operation.

    Returns:
        Integer scalar.

    >>> tf.size([[1, 2, 3], [4, 5, 6]]).numpy()
    np.int32(6)
    """
slice = _slice
space_to_batch = _space_to_batch
def space_to_depth(input: Any, block_size: Any, name: Any = None, data_format: Any = 'NHWC') -> Any:
    """`space_to_depth` with the arguments of TensorFlow 1:

        input, block_size, name, data_format

    Moves the places within square blocks of an image to the depth axis.

    Args:
        input: tensor of shape `[batch, height, width, depth]` (or `[batch, depth, height, width]`).
        block_size: the side of a block, at least 2.
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, height / block, width / block, depth * block**2]`.

    Raises:
        InvalidArgumentError: height or width is no multiple of the block.

    >>> tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2).numpy()
    array([[[[1, 2, 3, 4]]]], dtype=int32)
    """
sparse_add = _sparse_add
sparse_concat = _sparse_concat
sparse_fill_empty_rows = _sparse_fill_empty_rows
sparse_mask = _sparse_mask
sparse_maximum = _sparse_maximum
sparse_minimum = _sparse_minimum
def sparse_reduce_max(
    sp_input: Any,
    axis: Any = None,
    keepdims: Any = None,
    reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_max` with the arguments of TensorFlow 1:

        sp_input, axis, keepdims, reduction_axes, keep_dims

    The greatest of the elements along axes; zero where there is none.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [1, 1]], [-1, -2], [2, 3]), axis=0).numpy()
    array([ 0, -1,  0], dtype=int32)
    """
def sparse_reduce_max_sparse(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Any:
    """`tf.sparse.reduce_max` with a sparse result.

    Args:
        sp_input: a sparse tensor.
        axis: the axes, all if None.
        keepdims: whether they stay, of size 1.
        reduction_axes, keep_dims: older names of the two.

    Raises:
        ValueError: an argument by both names.

    >>> x = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [2, 3])
    >>> tf.compat.v1.sparse_reduce_max_sparse(x, 1).values.numpy()
    array([2.], dtype=float32)
    """
def sparse_reduce_sum(
    sp_input: Any,
    axis: Any = None,
    keepdims: Any = None,
    reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_sum` with the arguments of TensorFlow 1:

        sp_input, axis, keepdims, reduction_axes, keep_dims

    The sums of the elements along axes.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [1, 1]], [1, 2], [2, 3]), axis=0).numpy()
    array([0, 3, 0], dtype=int32)
    """
def sparse_reduce_sum_sparse(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Any:
    """`tf.sparse.reduce_sum` with a sparse result.

    Args:
        sp_input: a sparse tensor.
        axis: the axes, all if None.
        keepdims: whether they stay, of size 1.
        reduction_axes, keep_dims: older names of the two.

    Raises:
        ValueError: an argument by both names.

    >>> x = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [2, 3])
    >>> tf.compat.v1.sparse_reduce_sum_sparse(x, 1).values.numpy()
    array([3.], dtype=float32)
    """
sparse_reorder = _sparse_reorder
sparse_reset_shape = _sparse_reset_shape
sparse_reshape = _sparse_reshape
sparse_retain = _sparse_retain
def sparse_segment_mean(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_mean` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    The mean of gathered rows by segment: `tf.sparse.segment_sum` / number of rows.

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_mean([[1.0, 2.0], [3.0, 4.0]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[2., 3.],
           [1., 2.]], dtype=float32)
    """
def sparse_segment_sqrt_n(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_sqrt_n` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    The scaled sum of gathered rows: `tf.sparse.segment_sum` / sqrt(number of rows).

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sqrt_n([[1.0], [3.0]], [0, 0, 0, 0], [0, 0, 0, 0]).numpy()
    array([[2.]], dtype=float32)
    """
def sparse_segment_sum(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_sum` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    Adds gathered rows up by segment: `out[s] = sum of data[indices[i]] over segment_ids[i] = s`.

    Args:
        data: real tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sum([[1, 2], [3, 4]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[4, 6],
           [1, 2]], dtype=int32)
    """
sparse_slice = _sparse_slice
sparse_softmax = _sparse_softmax
def sparse_split(
    keyword_required: Any = None,
    sp_input: Any = None,
    num_split: Any = None,
    axis: Any = None,
    name: Any = None,
    split_dim: Any = None,
) -> Any:
    """`split` with the arguments of TensorFlow 1:

        keyword_required, sp_input, num_split, axis, name, split_dim

    A sparse tensor cut into parts along an axis; the first parts are longer if need be.

    Args:
        sp_input: a `tf.SparseTensor`.
        num_split: how many parts.
        axis: the axis.
        name: the operation's name.

    Raises:
        ValueError: an argument is missing.
        InvalidArgumentError: the axis is out of range, or shorter than `num_split`.

    >>> [x.values.numpy().tolist() for x in
    ...  tf.sparse.split(tf.SparseTensor([[0], [2]], [5, 7], [3]), num_split=2, axis=0)]
    [[5], [7]]
    """
sparse_tensor_dense_matmul = _sparse_tensor_dense_matmul
sparse_tensor_to_dense = _sparse_tensor_to_dense
sparse_to_indicator = _sparse_to_indicator
sparse_transpose = _sparse_transpose
def squeeze(input: Any, axis: Any = None, name: Any = None, squeeze_dims: Any = None) -> Any:
    """`squeeze` with the arguments of TensorFlow 1:

        input, axis, name, squeeze_dims

    The same elements without axes of size 1.

    Args:
        input: tensor of any dtype.
        axis: the axis or list of axes to leave out; None takes all of size 1.
        name: name of the operation.

    Returns:
        Tensor of fewer axes.

    Raises:
        InvalidArgumentError: an axis has another size than 1, or there is no such axis.

    >>> tf.squeeze([[[1], [2]]]).numpy()
    array([1, 2], dtype=int32)
    """
string_join = _string_join
string_strip = _string_strip
def string_to_hash_bucket(
    string_tensor: Any = None,
    num_buckets: Any = None,
    name: Any = None,
    input: Any = None,
) -> Any:
    """`to_hash_bucket` with the arguments of TensorFlow 1:

        string_tensor, num_buckets, name, input

    The bucket of each string, by a hash that may change with TensorFlow.

    Args:
        input: string tensor.
        num_buckets: the number of buckets.
        name: name of the operation.

    Returns:
        int64 tensor of the same shape, of numbers in [0, num_buckets).

    Raises:
        InvalidArgumentError: `num_buckets` is less than 1.

    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow"], 3).numpy()
    array([2, 0])
    """
string_to_hash_bucket_fast = _string_to_hash_bucket_fast
string_to_hash_bucket_strong = _string_to_hash_bucket_strong
def string_to_number(
    string_tensor: Any = None,
    out_type: Any = ...,
    name: Any = None,
    input: Any = None,
) -> Any:
    """`to_number` with the arguments of TensorFlow 1:

        string_tensor, out_type, name, input

    The number that each string says.

    Args:
        input: string tensor.
        out_type: float32, float64, int32, int64, uint32 or uint64.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the same shape.

    Raises:
        InvalidArgumentError: a string says no number, or none of that dtype.

    >>> tf.strings.to_number(["1.5", " -2e1 "]).numpy()
    array([  1.5, -20. ], dtype=float32)
    """
def substr(input: Any, pos: Any, len: Any, name: Any = None, unit: Any = 'BYTE') -> Any:
    """`substr` with the arguments of TensorFlow 1:

        input, pos, len, name, unit

    The part of each string that begins at `pos` and has the length `len`, or less at its end.

    Args:
        input: string tensor.
        pos: int32 or int64 tensor of a shape that broadcasts with that of `input`; negative
            positions count from the end.
        len: tensor of the shape and dtype of `pos`.
        unit: "BYTE" counts bytes, "UTF8_CHAR" characters in UTF-8.
        name: name of the operation.

    Returns:
        string tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: a part begins outside of its string, or shapes do not fit.

    >>> tf.strings.substr(["Hello", "World"], 1, 3).numpy()
    array([b'ell', b'orl'], dtype=object)
    """
tensor_scatter_add = _tensor_scatter_add
tensor_scatter_sub = _tensor_scatter_sub
tensor_scatter_update = _tensor_scatter_update
def to_bfloat16(x: Any, name: str = 'ToBFloat16') -> Tensor:
    """`tf.cast(x, tf.bfloat16)`.

    >>> tf.compat.v1.to_bfloat16(tf.constant(1.0)).dtype
    tf.bfloat16
    """
def to_complex128(x: Any, name: str = 'ToComplex128') -> Tensor:
    """`tf.cast(x, tf.complex128)`.

    >>> tf.compat.v1.to_complex128(tf.constant(1.0)).dtype
    tf.complex128
    """
def to_complex64(x: Any, name: str = 'ToComplex64') -> Tensor:
    """`tf.cast(x, tf.complex64)`.

    >>> tf.compat.v1.to_complex64(tf.constant(1.0)).dtype
    tf.complex64
    """
def to_double(x: Any, name: str = 'ToDouble') -> Tensor:
    """`tf.cast(x, tf.float64)`.

    >>> tf.compat.v1.to_double(tf.constant(1.0)).dtype
    tf.float64
    """
def to_float(x: Any, name: str = 'ToFloat') -> Tensor:
    """`tf.cast(x, tf.float32)`.

    >>> tf.compat.v1.to_float(tf.constant(1.0)).dtype
    tf.float32
    """
def to_int32(x: Any, name: str = 'ToInt32') -> Tensor:
    """`tf.cast(x, tf.int32)`.

    >>> tf.compat.v1.to_int32(tf.constant(1.0)).dtype
    tf.int32
    """
def to_int64(x: Any, name: str = 'ToInt64') -> Tensor:
    """`tf.cast(x, tf.int64)`.

    >>> tf.compat.v1.to_int64(tf.constant(1.0)).dtype
    tf.int64
    """
def transpose(a: Any, perm: Any = None, name: Any = 'transpose', conjugate: Any = False) -> Any:
    """`transpose` with the arguments of TensorFlow 1:

        a, perm, name, conjugate

    The axes in another order: axis `i` of the result is axis `perm[i]` of `a`.

    Args:
        a: tensor of any dtype.
        perm: integer vector, a permutation of the axes; None reverses them.
        conjugate: also conjugates a complex tensor.
        name: name of the operation.

    Returns:
        Tensor with its axes permuted.

    Raises:
        InvalidArgumentError: `perm` is no permutation of the axes.

    >>> tf.transpose([[1, 2, 3], [4, 5, 6]]).numpy()
    array([[1, 4],
           [2, 5],
           [3, 6]], dtype=int32)
    """
truncated_normal = _truncated_normal
truncated_normal_initializer = _truncated_normal_initializer
def tuple(tensors: Any, name: Any = None, control_inputs: Any = None) -> Any:
    """`gate` with the arguments of TensorFlow 1:

        tensors, name, control_inputs

    The same tensors, each there only when all of them are.

    Args:
        tensors: list of tensors, `tf.IndexedSlices` or None.
        control_inputs: more operations to wait for.
        name: name scope of the operations.

    Returns:
        List like `tensors`. Eagerly, the same tensors.

    Raises:
        ValueError: no tensors.

    >>> [x.numpy() for x in tf.tuple([tf.constant(1), tf.constant(2)])]
    [np.int32(1), np.int32(2)]
    """
uniform_unit_scaling_initializer = _uniform_unit_scaling_initializer
variance_scaling_initializer = _variance_scaling_initializer
def verify_tensor_all_finite(
    t: Any = None,
    msg: Any = None,
    name: Any = None,
    x: Any = None,
    message: Any = None,
) -> Any:
    """`assert_all_finite` with the arguments of TensorFlow 1:

        t, msg, name, x, message

    The tensor as it is, if it has no NaN and no infinity.

    Args:
        x: floating tensor.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        `x`.

    Raises:
        InvalidArgumentError: it has NaN or infinity, or is not floating.

    >>> tf.debugging.assert_all_finite(tf.constant(1.0), "loss").numpy()
    np.float32(1.0)
    """
where = _where
where_v2 = _where_v2
while_loop = _while_loop
zeros_initializer = _zeros_initializer
def zeros_like(
    tensor: Any = None,
    dtype: Any = None,
    name: Any = None,
    optimize: Any = True,
) -> Any:
    """`zeros_like` with the arguments of TensorFlow 1:

        tensor, dtype, name, optimize

    Zeros in the shape of another tensor.

    Args:
        input: tensor of any dtype.
        dtype: the dtype of the zeros; None takes that of `input`.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of zeros (False, "").

    >>> tf.zeros_like([1.5, 2.5]).numpy()
    array([0., 0.], dtype=float32)
    """

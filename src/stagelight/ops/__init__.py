"""The op families, one file each. Importing this package defines all ops.

A family file holds, for each of its ops, the inference, the kernel, the gradient and the public function.
Families do not know each other: rules call ops by name, through `core.raw`.
"""

from stagelight.ops import activation as activation
from stagelight.ops import addition_of_lists as addition_of_lists
from stagelight.ops import arithmetic as arithmetic
from stagelight.ops import bias as bias
from stagelight.ops import broadcasting as broadcasting
from stagelight.ops import cast as cast
from stagelight.ops import comparison as comparison
from stagelight.ops import complex_numbers as complex_numbers
from stagelight.ops import constant as constant
from stagelight.ops import convolution as convolution
from stagelight.ops import creation as creation
from stagelight.ops import diagonals as diagonals
from stagelight.ops import division as division
from stagelight.ops import error_functions as error_functions
from stagelight.ops import exponential as exponential
from stagelight.ops import gather as gather
from stagelight.ops import hyperbolic as hyperbolic
from stagelight.ops import identity as identity
from stagelight.ops import joining as joining
from stagelight.ops import logic as logic
from stagelight.ops import losses as losses
from stagelight.ops import masking as masking
from stagelight.ops import matmul as matmul
from stagelight.ops import pooling as pooling
from stagelight.ops import reduction as reduction
from stagelight.ops import reshaping as reshaping
from stagelight.ops import resource_variables as resource_variables
from stagelight.ops import scatter as scatter
from stagelight.ops import segments as segments
from stagelight.ops import select as select
from stagelight.ops import shape as shape
from stagelight.ops import sigmoid as sigmoid
from stagelight.ops import slicing as slicing
from stagelight.ops import softmax as softmax
from stagelight.ops import trigonometry as trigonometry

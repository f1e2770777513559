"""Control flow as ops over graphs: calls, conditionals, loops, and what is built on them.

`calls`, `branches` and `loop_ops` have the ops with their gradients, over the backward graphs of
`linearization`; `conditionals` and `loops` the functions `tf.cond`, `tf.case`, `tf.switch_case` and
`tf.while_loop`; `functional` has `tf.map_fn`, `tf.scan` and the folds; `jacobians` what tapes do with them;
`tape_replays` plays tapes that look alike by plans.
"""

from stagelight.control_flow import branches as branches
from stagelight.control_flow import calls as calls
from stagelight.control_flow import conditionals as conditionals
from stagelight.control_flow import functional as functional
from stagelight.control_flow import jacobians as jacobians
from stagelight.control_flow import loop_ops as loop_ops
from stagelight.control_flow import loops as loops
from stagelight.control_flow import tape_replays as tape_replays
from stagelight.control_flow import vectorized_map as vectorized_map

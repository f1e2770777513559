"""`tf.function`: Python functions become graphs, one for each kind of input.

`call_signature` binds arguments to parameters; `trace_types` says which calls share a trace; `decorator` is
`tf.function`, `function` what it makes, `trace_cache` the traces of one, and `call_plans` the calls that come
often, as code; `concrete_function` is one trace, ready to call, and `result_forms` the form of its results;
`variable_lifting` has how variables made while tracing get out of the graph; `signature_text` how
signatures print; `retraces` why traces were made; `bound_function` has staged methods. `stepping` runs a
trace operation by operation: for debuggers, for `mode_comparison`, and for `profiling`, whose findings
`profile_report` shows.
"""

from stagelight.staging import decorator as decorator
from stagelight.staging import function as function
from stagelight.staging import mode_comparison as mode_comparison

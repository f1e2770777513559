"""AutoGraph: Python control flow on tensors becomes control flow of the graph.

    source.py              a function object -> its syntax tree, wherever it was written
    analysis/              what blocks of code read and write, which names are live and defined
    converters/            one statement kind a file: lowering and functional forms
    conversion.py          the sequence of converters, the compilation in the user's file, the cache
    printing.py            converted code as text, in the form that TensorFlow's guide prints
    operators/             what converted code calls (`ag__.if_stmt`, `ag__.converted_call`)
    refusals.py            what cannot be converted
    askers.py              who asks a symbolic tensor for a Python value, for its error
    user_errors.py         errors of staged code, told with the user's frames only
    api.py                 `to_code`, `to_graph`, `do_not_convert`, and `convert` for `tf.function`

The Python half knows no tensors: operators ask `operators/dispatch.py` whether a value has another
meaning than Python's. The files `operators/staged_*.py` register that meaning.
"""

from stagelight.autograph import api as api
from stagelight.autograph import askers as askers
from stagelight.autograph import loop_options as loop_options
from stagelight.autograph import options as options
from stagelight.autograph.operators import staged_builtins as staged_builtins
from stagelight.autograph.operators import staged_choices as staged_choices
from stagelight.autograph.operators import staged_conditionals as staged_conditionals
from stagelight.autograph.operators import staged_dicts as staged_dicts
from stagelight.autograph.operators import staged_items as staged_items
from stagelight.autograph.operators import staged_keys as staged_keys
from stagelight.autograph.operators import staged_list_forms as staged_list_forms
from stagelight.autograph.operators import staged_list_methods as staged_list_methods
from stagelight.autograph.operators import staged_logic as staged_logic
from stagelight.autograph.operators import staged_loops as staged_loops
from stagelight.autograph.operators import staged_order as staged_order
from stagelight.autograph.operators import staged_ragged as staged_ragged
from stagelight.autograph.operators import staged_recursion as staged_recursion
from stagelight.autograph.operators import staged_text as staged_text
from stagelight.autograph.operators import staged_text_methods as staged_text_methods
from stagelight.autograph.operators import staged_uses as staged_uses
from stagelight.autograph.operators import staged_variables as staged_variables
from stagelight.public import names_are_complete

names_are_complete()

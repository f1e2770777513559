"""Types of the user's own that hold tensors, and public functions that take them.

fields.py                what the annotations of a class say, and values that are held to them
immutable_mapping.py     mappings in fields
extension_type.py        `ExtensionType`: the class that others are derived from
extension_type_spec.py   their specs: fields whose tensors are described, not held
batching.py              rows of extension types, in datasets and in `tf.map_fn`
handlers.py              functions that ask handlers of the user's before they run
dispatching.py           the decorators that register handlers
elementwise.py           which public functions are elementwise
"""

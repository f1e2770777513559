"""What is known about values without having them: dtypes, shapes, devices and type specs.

Plain immutable data on NumPy's dtypes. Nothing here knows tensors, operations or graphs; values
meet their specs through `type_spec.register_value_spec`, which higher floors call.
"""

"""Values that hold tensors: tensor lists and optionals."""

"""Operations on tensors element by element, and the operators of Python that lead to them."""

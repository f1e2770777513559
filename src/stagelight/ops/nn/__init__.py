"""What neural networks are made of: convolution, pooling, normalization, activations, losses."""

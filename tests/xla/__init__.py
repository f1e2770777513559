"""The XLA executor, on JAX's CPU platform."""

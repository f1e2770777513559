"""Many elements combined into fewer: over axes, along them, by segment, by value."""

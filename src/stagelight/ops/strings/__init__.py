"""Text and bytes."""

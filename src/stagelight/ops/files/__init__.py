"""Files: their bytes, checkpoints, sounds and events."""

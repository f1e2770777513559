"""Transforms of programs: fewer and longer loops, fewer buffers, and a place for each buffer that stays."""

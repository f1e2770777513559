"""Signals: Fourier and cosine transforms, frames and their windows."""

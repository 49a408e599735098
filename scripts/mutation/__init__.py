"""Sampled errors in the code, and the tests that should notice them; see scripts/mutate.py."""

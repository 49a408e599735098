"""Solver of turn and river for two ranges."""

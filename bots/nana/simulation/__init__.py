"""Simulated games on sampled deals, many at once, for the expert level."""

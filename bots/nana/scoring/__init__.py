"""Scores of legal actions, one module for each way of scoring."""

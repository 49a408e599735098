"""Bots for NANA: memory, exact beliefs, decisions by level, and analyses for display."""

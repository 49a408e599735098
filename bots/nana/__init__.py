"""Bots for NANA: memory of facts, exact belief, decisions by level, and minds to look into."""

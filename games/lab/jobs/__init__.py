"""Solve jobs: asking for one, doing them, their states, and the room that results take."""

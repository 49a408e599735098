"""Bots for Peak, the tiny example game: a level that plays at random and one that counts cards."""

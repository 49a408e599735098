"""Bots for Turn Duel: equity against pot odds, two clustered solutions, and the solution itself."""

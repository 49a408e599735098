"""The staff's pages in Django's admin: what staff may see and do.

Invariant: while a game with people runs, staff see what every spectator may see. More needs a
reason, which is stored and shown to the players when the game is over. Nobody sees a seed before
its game is over. Every staff action is recorded in Django's admin log.
"""

"""The admin's desk: what staff may look at and do, in Django's admin.

Law of the room: while a game with people runs, staff read what every spectator may read; more is
opened for a reason, which is kept and told when the game is over. A seed is shown to nobody before
its game is over. Whatever is done here is written to the admin's own log.
"""

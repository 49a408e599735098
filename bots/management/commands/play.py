"""`manage.py play`: the former name of `manage.py serve`, kept for scripts that use it."""

from bots.management.commands.serve import Command as Command

"""The Grand Admiral: layouts drawn from all that is possible, attacks valued in turns saved."""

"""The Grand Admiral: samples all possible layouts and values attacks in turns saved."""

"""What two games or more share. Pure: no Django, no clock, no randomness but `chance`."""

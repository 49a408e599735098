"""Code that several games share. Pure: no Django, no clock, no randomness except `chance`."""

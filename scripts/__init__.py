"""What the Makefile calls, and tools for those who work on the code."""

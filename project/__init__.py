"""The site as a whole: settings, addresses, and the door the server comes in by."""

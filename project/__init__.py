"""The site as a whole: settings, addresses, and the server's entry point."""

"""The lab's page and the addresses that it asks."""

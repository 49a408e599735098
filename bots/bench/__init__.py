"""Measurements that print what they measured; each is a subject of `manage.py bench`."""

"""Bots for Da Tong Zi: so far the selection of kickers of document 001."""

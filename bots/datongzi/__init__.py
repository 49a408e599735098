"""Bots for Da Tong Zi: memory and proofs, levels, search, analyses, and the kickers of document 001."""

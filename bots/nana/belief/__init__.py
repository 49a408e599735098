"""Exact beliefs about hidden cards: counts over all possible deals, and samples of them."""

"""The bots: what a seat without a person remembers, believes and decides."""

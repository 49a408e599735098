"""Pure code of the turn lab: ranges, equities, potential, clusters and the solver."""

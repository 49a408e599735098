"""The expert: worlds weighted by the opponents' actions, rollouts, and a solved last street."""

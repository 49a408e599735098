"""The turn lab: what hands may become on the river, and how two ranges should play."""

"""Da Tong Zi (打筒子): three decks, forty-one cards each, must beat. The rules are in RULES.md."""

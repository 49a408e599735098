"""The panels of the turn lab: each answers one question of the page with JSON fields, without Django."""

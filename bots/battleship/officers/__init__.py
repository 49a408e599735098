"""The three officers of document 003: beliefs, evaluation, threats, risk and decisions."""

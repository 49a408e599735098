"""The database engine for PostgreSQL: Django's, with a quicker way past broken connections."""

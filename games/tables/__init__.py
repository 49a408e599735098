"""The Django app of tables: their logs, services, sockets and pages."""

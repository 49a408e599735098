"""The room where people sit: tables, their logs, and the ways in and out."""

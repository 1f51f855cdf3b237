"""The store's data in a PostgreSQL database."""

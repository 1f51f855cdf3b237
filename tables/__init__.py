"""What happens at a table, free of Discord; people are told through a port."""

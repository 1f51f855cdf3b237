"""What a host sees of the bot: its logs, its health, its figures, its lease, its backups."""

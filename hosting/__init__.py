"""What a host sees of the bot: start and stop, logs, health, figures, lease, backups, doctor."""

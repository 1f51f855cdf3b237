-- Cases that only the log channel is still to be told, where the bot may not write for now.

ALTER TABLE audit ADD COLUMN heard INTEGER NOT NULL DEFAULT 0 CHECK (heard IN (0, 1));

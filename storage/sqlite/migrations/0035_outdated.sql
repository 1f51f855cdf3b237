-- Direct messages too, whose it is, and what a message has to say instead.

ALTER TABLE leftovers ADD COLUMN user INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leftovers ADD COLUMN says TEXT NOT NULL DEFAULT '';

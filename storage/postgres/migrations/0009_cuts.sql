-- What everybody cut when a match began, and the fingerprint of what it began with.

ALTER TABLE matches ADD COLUMN cuts TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN head TEXT NOT NULL DEFAULT '';

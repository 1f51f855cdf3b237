-- Which tournament a table belongs to.

ALTER TABLE matches ADD COLUMN tournament TEXT NOT NULL DEFAULT '';

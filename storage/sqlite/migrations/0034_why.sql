-- Why a table ended without a result.

ALTER TABLE matches ADD COLUMN why TEXT NOT NULL DEFAULT '';

-- Which puzzles were put to people: those of days on which the bot was there; of before, all.

ALTER TABLE puzzles ADD COLUMN put SMALLINT NOT NULL DEFAULT 1 CHECK (put IN (0, 1));

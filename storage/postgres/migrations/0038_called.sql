-- Whether who was called is told by direct message too; of calls of before that is done.

ALTER TABLE calls ADD COLUMN told SMALLINT NOT NULL DEFAULT 1 CHECK (told IN (0, 1));

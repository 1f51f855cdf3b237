-- For which round the message of a tournament was posted.

ALTER TABLE tournaments ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;

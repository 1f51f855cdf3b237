-- For which round the message of a tournament was posted.

ALTER TABLE tournaments ADD COLUMN posted BIGINT NOT NULL DEFAULT 0;

-- Who reads short words.

CREATE TABLE readers (
    "user" BIGINT PRIMARY KEY,
    short INTEGER NOT NULL CHECK (short IN (0, 1))
);

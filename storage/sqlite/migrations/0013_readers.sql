-- Who reads short words.

CREATE TABLE readers (
    user INTEGER PRIMARY KEY,
    short INTEGER NOT NULL CHECK (short IN (0, 1))
) STRICT;

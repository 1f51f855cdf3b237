-- Messages in whose place others stand, which could not be deleted yet.

CREATE TABLE leftovers (
    message INTEGER NOT NULL PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL
) STRICT;

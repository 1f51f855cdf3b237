-- Which lobbies have called the role that the server's staff named for it.

CREATE TABLE summons (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    role INTEGER NOT NULL,
    at REAL NOT NULL,
    message INTEGER, -- none while it is being sent
    over INTEGER NOT NULL CHECK (over IN (0, 1)) -- whether nothing is to be changed any more
) STRICT, WITHOUT ROWID;

CREATE INDEX summons_of_guild ON summons (guild, at);

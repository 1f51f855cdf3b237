-- Which lobbies have called the role that the server's staff named for it.

CREATE TABLE summons (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    guild BIGINT NOT NULL,
    role BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    message BIGINT,
    over SMALLINT NOT NULL CHECK (over IN (0, 1))
);

CREATE INDEX summons_of_guild ON summons (guild, at);

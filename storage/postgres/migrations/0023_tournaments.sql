-- Tournaments, and who entered them.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    ground BIGINT NOT NULL,
    host BIGINT NOT NULL, -- 0: forgotten
    state TEXT NOT NULL, -- people by number
    going SMALLINT NOT NULL CHECK (going IN (0, 1)),
    version BIGINT NOT NULL,
    message BIGINT,
    shown BIGINT NOT NULL
);

CREATE INDEX tournaments_due ON tournaments (id) WHERE going = 1 OR shown < version;
CREATE INDEX tournaments_of_guild ON tournaments (guild);

CREATE TABLE entrants (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    "user" BIGINT, -- NULL: forgotten
    name TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE UNIQUE INDEX entrants_of_user ON entrants ("user", tournament) WHERE "user" IS NOT NULL;

-- Tournaments, and who entered them.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    ground INTEGER NOT NULL,
    host INTEGER NOT NULL, -- 0: forgotten
    state TEXT NOT NULL, -- people by number
    going INTEGER NOT NULL CHECK (going IN (0, 1)),
    version INTEGER NOT NULL,
    message INTEGER,
    shown INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tournaments_due ON tournaments (id) WHERE going = 1 OR shown < version;
CREATE INDEX tournaments_of_guild ON tournaments (guild);

CREATE TABLE entrants (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user INTEGER, -- NULL: forgotten
    name TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entrants_of_user ON entrants (user, tournament) WHERE user IS NOT NULL;

-- Whom a lobby's host has invited or sent away, whom people have blocked, and what a table asks.

ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1));
ALTER TABLE matches ADD COLUMN reliable INTEGER NOT NULL DEFAULT 0 CHECK (reliable IN (0, 1));

CREATE TABLE guests (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)), -- 0: sent away
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX guests_of_user ON guests (user);

CREATE TABLE blocks (
    user INTEGER NOT NULL,
    other INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_other ON blocks (other);

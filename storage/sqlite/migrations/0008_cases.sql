-- What staff does are cases: told once, and ended by others; seats that are offered for a while.

ALTER TABLE audit ADD COLUMN owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1));
ALTER TABLE audit ADD COLUMN closed INTEGER; -- the number of the row that ended it

CREATE INDEX audit_owed ON audit (number) WHERE owed = 1;

CREATE TABLE offers (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    until REAL NOT NULL,
    message INTEGER, -- NULL while it is being sent
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

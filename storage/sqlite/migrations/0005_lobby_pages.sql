-- A person's page of a lobby is stored as their other private messages are.
CREATE TABLE kept (
    match TEXT NOT NULL REFERENCES matches (id),
    user INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('panel', 'words', 'lobby')),
    token TEXT NOT NULL,
    message INTEGER, -- NULL: what the token calls @original
    locale TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (match, user, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO kept SELECT * FROM privates;
DROP TABLE privates;
ALTER TABLE kept RENAME TO privates;

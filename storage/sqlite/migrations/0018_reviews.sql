-- What decided finished games for the people who asked; who shows others how well they play.

CREATE TABLE reviews (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    kept REAL, -- NULL: nothing was to be decided
    decisions INTEGER NOT NULL,
    effort REAL NOT NULL,
    drops TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_of_user ON reviews (user, guild);

ALTER TABLE readers ADD COLUMN shows INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1));

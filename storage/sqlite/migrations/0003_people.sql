-- Who may not play, what staff did, how people fared, and what a match needs to be checked.

-- An entry and its snapshot are statements of one transaction now.
DROP VIEW append;

ALTER TABLE matches ADD COLUMN data TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));

CREATE INDEX matches_of_guild ON matches (guild) WHERE status IN ('lobby', 'running');
CREATE INDEX matches_finished ON matches (channel, updated) WHERE status = 'finished';
CREATE INDEX matches_unrated ON matches (updated) WHERE rated = 0;
CREATE INDEX matches_nothing ON matches (updated) WHERE status = 'aborted' AND started IS NULL;

CREATE TABLE fared (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    scores TEXT NOT NULL,
    finished REAL NOT NULL,
    completed INTEGER NOT NULL CHECK (completed IN (0, 1)),
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO fared
SELECT match, seat, user, name, place, scores, finished, 1, guild, game
FROM results JOIN matches ON matches.id = match;

DROP TABLE results;
ALTER TABLE fared RENAME TO results;

CREATE INDEX results_of_user ON results (user, guild, game, completed, place)
WHERE user IS NOT NULL;

CREATE TABLE ratings (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (guild, game, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_order ON ratings (guild, game, (mu - 3 * sigma) DESC, user);
CREATE INDEX ratings_of_user ON ratings (user);

CREATE TABLE bans (
    guild INTEGER NOT NULL, -- 0: everywhere
    user INTEGER NOT NULL, -- 0: everybody
    until REAL, -- NULL: for good
    reason TEXT NOT NULL,
    by INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    at REAL NOT NULL,
    actor INTEGER,
    action TEXT NOT NULL,
    match TEXT, -- also of a table that is gone
    target INTEGER,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_of_guild ON audit (guild, number);

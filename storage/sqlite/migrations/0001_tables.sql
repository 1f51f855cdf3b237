-- Tables, the logs and snapshots of their matches, results, settings.

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    players TEXT NOT NULL, -- [[user or null, name], …], seat 0 first
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'finished', 'aborted')),
    created REAL NOT NULL,
    updated REAL NOT NULL,
    started REAL,
    message INTEGER,
    posted REAL,
    calls TEXT NOT NULL DEFAULT '[]', -- [[seat, message], …]
    due REAL -- after the set-up; later each entry of the log has its own
) STRICT;

CREATE UNIQUE INDEX matches_open ON matches (channel) WHERE status IN ('lobby', 'running');

CREATE INDEX matches_running ON matches (id) WHERE status = 'running';

CREATE TABLE log (
    match TEXT NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    at REAL NOT NULL,
    due REAL,
    PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    sequence INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;

-- An entry is inserted here, with or without its snapshot: one statement is one transaction and
-- one trip to the connection's thread, which is half the time of BEGIN, INSERT, INSERT, COMMIT.
CREATE VIEW append AS
SELECT log.match, log.sequence, seat, action, at, due, state
FROM log LEFT JOIN snapshots ON snapshots.match = log.match AND snapshots.sequence = log.sequence;

CREATE TRIGGER append_insert INSTEAD OF INSERT ON append
BEGIN
    SELECT raise(ABORT, 'the table does not run')
    WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = NEW.match AND status = 'running');
    SELECT raise(ABORT, 'the entry does not follow the last one')
    WHERE NEW.sequence
        <> (SELECT coalesce(max(sequence), 0) + 1 FROM log WHERE match = NEW.match);
    INSERT INTO log (match, sequence, seat, action, at, due)
    VALUES (NEW.match, NEW.sequence, NEW.seat, NEW.action, NEW.at, NEW.due);
    UPDATE snapshots SET sequence = NEW.sequence, state = NEW.state
    WHERE match = NEW.match AND NEW.state IS NOT NULL;
END;

-- Private messages that are open, so that a restarted bot can bring them up to date.
CREATE TABLE panels (
    match TEXT NOT NULL REFERENCES matches (id),
    user INTEGER NOT NULL,
    message INTEGER NOT NULL,
    token TEXT NOT NULL,
    locale TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    scores TEXT NOT NULL,
    finished REAL NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    guild INTEGER NOT NULL, -- 0: the bot's own
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- What is shown of a table gets rows of its own, rows get versions, entries say who made them.

ALTER TABLE matches RENAME COLUMN version TO rules;
ALTER TABLE matches ADD COLUMN paused REAL;
ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- Every write of the row sets this; a board that shows it whole takes it back.
ALTER TABLE matches ADD COLUMN owed INTEGER NOT NULL DEFAULT 1 CHECK (owed IN (0, 1));

CREATE TABLE boards (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    message INTEGER,
    posted REAL,
    nonce TEXT,
    version INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    leftovers TEXT NOT NULL -- [message, …]
) STRICT, WITHOUT ROWID;

-- Nobody knows what the boards of open tables showed last: they are shown anew.
INSERT INTO boards
SELECT id, message, posted, NULL, -1, -1, '[]' FROM matches WHERE message IS NOT NULL;

UPDATE matches SET owed = 0 WHERE status NOT IN ('lobby', 'running');

CREATE INDEX matches_owed ON matches (id) WHERE owed = 1;

CREATE TABLE calls (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    message INTEGER,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO calls
SELECT matches.id, call.value ->> 0, '', call.value ->> 1 FROM matches, json_each(calls) AS call
WHERE true
ON CONFLICT DO NOTHING;

ALTER TABLE matches DROP COLUMN message;
ALTER TABLE matches DROP COLUMN posted;
ALTER TABLE matches DROP COLUMN calls;

UPDATE matches SET players = (
    SELECT json_group_array(json(player)) FROM (
        SELECT json_object('user', value -> 0, 'name', value ->> 1) AS player
        FROM json_each(players) ORDER BY key
    )
);

CREATE TABLE privates (
    match TEXT NOT NULL REFERENCES matches (id),
    user INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('panel', 'words')),
    token TEXT NOT NULL,
    message INTEGER, -- NULL: what the token calls @original
    locale TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (match, user, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO privates
SELECT match, user, 'panel', token, message, locale, until FROM panels;

DROP TABLE panels;

DROP VIEW append;

ALTER TABLE log ADD COLUMN by TEXT NOT NULL DEFAULT 'person'
    CHECK (by IN ('person', 'computer', 'clock', 'staff'));

-- Seat -1 is the clock's; whose seat a computer has now, it is taken to have had all along.
UPDATE log SET by = 'clock' WHERE seat < 0;
UPDATE log SET by = 'computer' WHERE seat >= 0 AND (
    SELECT players ->> ('$[' || seat || '].user') FROM matches WHERE id = log.match
) IS NULL;

-- An entry is inserted here, with or without its snapshot: one statement is one transaction and
-- one trip to the connection's thread, which is half the time of BEGIN, INSERT, INSERT, COMMIT.
CREATE VIEW append AS
SELECT log.match, log.sequence, seat, action, at, by, due, state
FROM log LEFT JOIN snapshots ON snapshots.match = log.match AND snapshots.sequence = log.sequence;

CREATE TRIGGER append_insert INSTEAD OF INSERT ON append
BEGIN
    SELECT raise(ABORT, 'the table does not run')
    WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = NEW.match AND status = 'running');
    SELECT raise(ABORT, 'the entry does not follow the last one')
    WHERE NEW.sequence
        <> (SELECT coalesce(max(sequence), 0) + 1 FROM log WHERE match = NEW.match);
    INSERT INTO log (match, sequence, seat, action, at, by, due)
    VALUES (NEW.match, NEW.sequence, NEW.seat, NEW.action, NEW.at, NEW.by, NEW.due);
    UPDATE snapshots SET sequence = NEW.sequence, state = NEW.state
    WHERE match = NEW.match AND NEW.state IS NOT NULL;
END;

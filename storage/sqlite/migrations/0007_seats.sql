-- Who sits where, found by the person: kept by the database itself beside each table's players.

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    PRIMARY KEY (user, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_match ON seats (match);

INSERT INTO seats
SELECT DISTINCT matches.id, value ->> 'user' FROM matches, json_each(players)
WHERE value ->> 'user' IS NOT NULL;

CREATE TRIGGER seats_of_new AFTER INSERT ON matches
BEGIN
    INSERT INTO seats
    SELECT DISTINCT NEW.id, value ->> 'user' FROM json_each(NEW.players)
    WHERE value ->> 'user' IS NOT NULL;
END;

CREATE TRIGGER seats_of_changed AFTER UPDATE OF players ON matches WHEN OLD.players <> NEW.players
BEGIN
    DELETE FROM seats WHERE match = NEW.id;
    INSERT INTO seats
    SELECT DISTINCT NEW.id, value ->> 'user' FROM json_each(NEW.players)
    WHERE value ->> 'user' IS NOT NULL;
END;

CREATE INDEX matches_of_host ON matches (host);
-- How many tables there are of each game and status is counted without their rows.
CREATE INDEX matches_of_kind ON matches (game, status);

-- Who sits where, found by the person: kept by the database itself beside each table's players.

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    "user" BIGINT NOT NULL,
    PRIMARY KEY ("user", match)
);

CREATE INDEX seats_of_match ON seats (match);

INSERT INTO seats
SELECT DISTINCT matches.id, (player ->> 'user')::BIGINT
FROM matches, json_array_elements(players::JSON) AS player
WHERE player ->> 'user' IS NOT NULL;

CREATE FUNCTION seat_players() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM seats WHERE match = NEW.id;
    INSERT INTO seats
    SELECT DISTINCT NEW.id, (player ->> 'user')::BIGINT
    FROM json_array_elements(NEW.players::JSON) AS player
    WHERE player ->> 'user' IS NOT NULL;
    RETURN NULL;
END
$$;

CREATE TRIGGER seats_of_new AFTER INSERT ON matches
FOR EACH ROW EXECUTE FUNCTION seat_players();
CREATE TRIGGER seats_of_changed AFTER UPDATE OF players ON matches
FOR EACH ROW WHEN (OLD.players <> NEW.players) EXECUTE FUNCTION seat_players();

CREATE INDEX matches_of_host ON matches (host);
-- How many tables there are of each game and status is counted without their rows.
CREATE INDEX matches_of_kind ON matches (game, status);

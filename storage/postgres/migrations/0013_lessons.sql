-- How far people are in the lessons of the games.

CREATE TABLE lessons (
    "user" BIGINT NOT NULL,
    game TEXT NOT NULL,
    place TEXT NOT NULL,
    count INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    PRIMARY KEY ("user", game)
);

-- What decided finished games for the people who asked; who shows others how well they play.

CREATE TABLE reviews (
    match TEXT NOT NULL REFERENCES matches (id),
    seat BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    kept DOUBLE PRECISION, -- NULL: nothing was to be decided
    decisions BIGINT NOT NULL,
    effort DOUBLE PRECISION NOT NULL,
    drops TEXT NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE INDEX reviews_of_user ON reviews ("user", guild);

ALTER TABLE readers ADD COLUMN shows INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1));

-- Whom a lobby's host has invited or sent away, whom people have blocked, and what a table asks.

ALTER TABLE matches ADD COLUMN private SMALLINT NOT NULL DEFAULT 0 CHECK (private IN (0, 1));
ALTER TABLE matches ADD COLUMN reliable SMALLINT NOT NULL DEFAULT 0 CHECK (reliable IN (0, 1));

CREATE TABLE guests (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    "user" BIGINT NOT NULL,
    invited SMALLINT NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (match, "user")
);

CREATE INDEX guests_of_user ON guests ("user");

CREATE TABLE blocks (
    "user" BIGINT NOT NULL,
    other BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", other)
);

CREATE INDEX blocks_of_other ON blocks (other);

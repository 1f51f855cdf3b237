-- What staff does are cases: told once, and ended by others; seats that are offered for a while.

ALTER TABLE audit ADD COLUMN owed SMALLINT NOT NULL DEFAULT 0 CHECK (owed IN (0, 1));
ALTER TABLE audit ADD COLUMN closed BIGINT;

CREATE INDEX audit_owed ON audit (number) WHERE owed = 1;

CREATE TABLE offers (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    message BIGINT,
    PRIMARY KEY (match, seat)
);

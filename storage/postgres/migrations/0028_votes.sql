-- Who wants a computer to go on for whom at a running table; seat -1: that all stop.

CREATE TABLE votes (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    "user" BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    token BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match, "user", seat)
);

CREATE INDEX votes_of_user ON votes ("user");

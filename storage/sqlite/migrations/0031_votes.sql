-- Who wants a computer to go on for whom at a running table; seat -1: that all stop.

CREATE TABLE votes (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    token INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match, user, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX votes_of_user ON votes (user);

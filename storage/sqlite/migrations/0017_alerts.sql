-- What people want to be told of, in which time zone they live, and what they were told.

CREATE TABLE alerts (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    games TEXT NOT NULL,
    parts TEXT NOT NULL,
    most INTEGER NOT NULL,
    locale TEXT NOT NULL,
    shut INTEGER NOT NULL CHECK (shut IN (0, 1)),
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX alerts_of_user ON alerts (user);

CREATE TABLE alerted (
    match TEXT NOT NULL,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    at REAL NOT NULL,
    sent INTEGER NOT NULL CHECK (sent IN (0, 1)),
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX alerted_of_user ON alerted (user, at);

CREATE TABLE habits (
    user INTEGER PRIMARY KEY,
    zone TEXT NOT NULL
) STRICT;

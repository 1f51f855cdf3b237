-- What people want to be told of, in which time zone they live, and what they were told.

CREATE TABLE alerts (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    games TEXT NOT NULL,
    parts TEXT NOT NULL,
    most INTEGER NOT NULL,
    locale TEXT NOT NULL,
    shut SMALLINT NOT NULL CHECK (shut IN (0, 1)),
    PRIMARY KEY (guild, "user")
);

CREATE INDEX alerts_of_user ON alerts ("user");

CREATE TABLE alerted (
    match TEXT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    sent SMALLINT NOT NULL CHECK (sent IN (0, 1)),
    PRIMARY KEY (match, "user")
);

CREATE INDEX alerted_of_user ON alerted ("user", at);

CREATE TABLE habits (
    "user" BIGINT PRIMARY KEY,
    zone TEXT NOT NULL
);

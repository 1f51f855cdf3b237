-- Games that are agreed for a time, who comes, and the messages that show that.

CREATE TABLE meetings (
    id TEXT PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    host BIGINT NOT NULL,
    game TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    seats INTEGER NOT NULL,
    zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    weekly SMALLINT NOT NULL CHECK (weekly IN (0, 1)),
    stage TEXT NOT NULL,
    reason TEXT NOT NULL,
    reminded SMALLINT NOT NULL CHECK (reminded IN (0, 1)),
    call TEXT NOT NULL,
    calls INTEGER NOT NULL,
    called DOUBLE PRECISION NOT NULL,
    by BIGINT NOT NULL,
    match TEXT,
    version INTEGER NOT NULL
);

CREATE INDEX meetings_of_guild ON meetings (guild, at);

CREATE TABLE meeting_guests (
    meeting TEXT NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    coming TEXT NOT NULL CHECK (coming IN ('seat', 'maybe', 'here')),
    PRIMARY KEY (meeting, "user")
);

CREATE INDEX meeting_guests_of_user ON meeting_guests ("user");

CREATE TABLE posters (
    meeting TEXT PRIMARY KEY REFERENCES meetings (id) ON DELETE CASCADE,
    message BIGINT,
    stage TEXT NOT NULL,
    version INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    call BIGINT, -- the message that called, while it is to go some time
    event BIGINT,
    announced INTEGER NOT NULL
);

CREATE INDEX posters_of_event ON posters (event) WHERE event IS NOT NULL;

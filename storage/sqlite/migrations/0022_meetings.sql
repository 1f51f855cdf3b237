-- Games that are agreed for a time, who comes, and the messages that show that.

CREATE TABLE meetings (
    id TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    game TEXT NOT NULL,
    at REAL NOT NULL,
    seats INTEGER NOT NULL,
    zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    created REAL NOT NULL,
    weekly INTEGER NOT NULL CHECK (weekly IN (0, 1)),
    stage TEXT NOT NULL,
    reason TEXT NOT NULL,
    reminded INTEGER NOT NULL CHECK (reminded IN (0, 1)),
    call TEXT NOT NULL,
    calls INTEGER NOT NULL,
    called REAL NOT NULL,
    by INTEGER NOT NULL,
    match TEXT,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX meetings_of_guild ON meetings (guild, at);

CREATE TABLE meeting_guests (
    meeting TEXT NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    coming TEXT NOT NULL CHECK (coming IN ('seat', 'maybe', 'here')),
    PRIMARY KEY (meeting, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX meeting_guests_of_user ON meeting_guests (user);

CREATE TABLE posters (
    meeting TEXT PRIMARY KEY REFERENCES meetings (id) ON DELETE CASCADE,
    message INTEGER,
    stage TEXT NOT NULL,
    version INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    call INTEGER, -- the message that called, while it is to go some time
    event INTEGER,
    announced INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX posters_of_event ON posters (event) WHERE event IS NOT NULL;

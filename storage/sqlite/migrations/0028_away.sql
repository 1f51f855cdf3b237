-- Who has said that they do not come is known, too.

CREATE TABLE coming (
    meeting TEXT NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    coming TEXT NOT NULL CHECK (coming IN ('seat', 'maybe', 'here', 'away')),
    PRIMARY KEY (meeting, user)
) STRICT, WITHOUT ROWID;

INSERT INTO coming SELECT meeting, place, user, name, coming FROM meeting_guests;

DROP TABLE meeting_guests;
ALTER TABLE coming RENAME TO meeting_guests;

CREATE INDEX meeting_guests_of_user ON meeting_guests (user);

-- Who has said that they do not come is known, too.

ALTER TABLE meeting_guests DROP CONSTRAINT meeting_guests_coming_check;
ALTER TABLE meeting_guests ADD CHECK (coming IN ('seat', 'maybe', 'here', 'away'));

-- When a meeting of every week begins on the wall, also where daylight saving leaves that hour out.

ALTER TABLE meetings ADD COLUMN wall TEXT NOT NULL DEFAULT '';

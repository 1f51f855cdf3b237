-- Who comes perhaps because of the meeting's event alone: with their interest that ends.

ALTER TABLE meeting_guests
ADD COLUMN interested INTEGER NOT NULL DEFAULT 0 CHECK (interested IN (0, 1));

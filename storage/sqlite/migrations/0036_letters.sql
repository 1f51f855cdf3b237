-- Where what a person was told of a table stands, as long as it says that the table is open.

ALTER TABLE alerted ADD COLUMN channel INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alerted ADD COLUMN message INTEGER NOT NULL DEFAULT 0;

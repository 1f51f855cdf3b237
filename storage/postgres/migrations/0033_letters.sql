-- Where what a person was told of a table stands, as long as it says that the table is open.

ALTER TABLE alerted ADD COLUMN channel BIGINT NOT NULL DEFAULT 0;
ALTER TABLE alerted ADD COLUMN message BIGINT NOT NULL DEFAULT 0;

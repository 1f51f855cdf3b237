-- Which meetings are among the server’s scheduled events, too.

ALTER TABLE meetings ADD COLUMN listed SMALLINT NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));

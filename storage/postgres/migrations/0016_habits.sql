-- When people are not to be called, how they want to be, and which calls remind.

ALTER TABLE habits ADD COLUMN quiet_from INTEGER;
ALTER TABLE habits ADD COLUMN quiet_to INTEGER;
ALTER TABLE habits ADD COLUMN called SMALLINT NOT NULL DEFAULT 1 CHECK (called IN (0, 1));
ALTER TABLE habits ADD COLUMN direct SMALLINT NOT NULL DEFAULT 0 CHECK (direct IN (0, 1));
ALTER TABLE habits ADD COLUMN locale TEXT NOT NULL DEFAULT '';

ALTER TABLE calls ADD COLUMN reminds SMALLINT NOT NULL DEFAULT 0 CHECK (reminds IN (0, 1));

-- A person's page of a lobby is stored as their other private messages are.
ALTER TABLE privates DROP CONSTRAINT privates_kind_check;
ALTER TABLE privates
    ADD CONSTRAINT privates_kind_check CHECK (kind IN ('panel', 'words', 'lobby'));

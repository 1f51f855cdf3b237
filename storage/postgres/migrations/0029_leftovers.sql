-- Messages in whose place others stand, which could not be deleted yet.

CREATE TABLE leftovers (
    message BIGINT NOT NULL PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL
);

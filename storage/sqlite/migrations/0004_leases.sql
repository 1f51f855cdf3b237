-- Which process owns which shards.

CREATE TABLE leases (
    shard INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    owner TEXT NOT NULL,
    number INTEGER NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (shard)
) STRICT, WITHOUT ROWID;

-- What people were told who play a game for the first time; game '': they want no more of it.

CREATE TABLE tips (
    "user" BIGINT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY ("user", game, kind)
);

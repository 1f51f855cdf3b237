-- The puzzle of a day, the same for everybody; and who has answered how many of them.

CREATE TABLE puzzles (
    day BIGINT PRIMARY KEY, -- since the epoch
    number BIGINT NOT NULL UNIQUE, -- what controls carry: of a day there may be another one later
    game TEXT NOT NULL,
    head TEXT NOT NULL,
    state TEXT NOT NULL,
    seat BIGINT NOT NULL,
    best BIGINT NOT NULL,
    chances TEXT NOT NULL
);

CREATE TABLE solvers (
    "user" BIGINT PRIMARY KEY,
    day BIGINT NOT NULL, -- of the puzzle that was answered last
    number BIGINT NOT NULL,
    answer BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    answered BIGINT NOT NULL,
    solved BIGINT NOT NULL
);

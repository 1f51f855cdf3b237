-- The puzzle of a day, the same for everybody; and who has answered how many of them.

CREATE TABLE puzzles (
    day INTEGER PRIMARY KEY, -- since the epoch
    number INTEGER NOT NULL UNIQUE, -- what controls carry: of a day there may be another one later
    game TEXT NOT NULL,
    head TEXT NOT NULL,
    state TEXT NOT NULL,
    seat INTEGER NOT NULL,
    best INTEGER NOT NULL,
    chances TEXT NOT NULL
) STRICT;

CREATE TABLE solvers (
    user INTEGER PRIMARY KEY,
    day INTEGER NOT NULL, -- of the puzzle that was answered last
    number INTEGER NOT NULL,
    answer INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    solved INTEGER NOT NULL
) STRICT;

-- When people are on vacation: the clocks of games over days then stand still for them.

CREATE TABLE vacations (
    user INTEGER NOT NULL,
    begin REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (user, begin)
) STRICT;

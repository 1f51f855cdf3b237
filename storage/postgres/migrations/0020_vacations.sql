-- When people are on vacation: the clocks of games over days then stand still for them.

CREATE TABLE vacations (
    "user" BIGINT NOT NULL,
    begin DOUBLE PRECISION NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", begin)
);

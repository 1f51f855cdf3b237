-- At which hour people are told of all games over days that wait for them, and when they last were.

ALTER TABLE habits ADD COLUMN roundup INTEGER;
ALTER TABLE habits ADD COLUMN rounded_up REAL NOT NULL DEFAULT 0;

-- Ratings of seasons stand beside those of all times.

ALTER TABLE ratings ADD COLUMN season TEXT NOT NULL DEFAULT 'ever'; -- of all times
ALTER TABLE ratings DROP CONSTRAINT ratings_pkey;
ALTER TABLE ratings ADD PRIMARY KEY (guild, game, season, "user");

DROP INDEX ratings_order;
CREATE INDEX ratings_order ON ratings (guild, game, season, (mu - 3 * sigma) DESC, "user")
WHERE games >= 8 AND met >= 3;

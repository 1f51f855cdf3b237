-- Ratings of seasons stand beside those of all times.

CREATE TABLE rated (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    met INTEGER NOT NULL DEFAULT 0,
    season TEXT NOT NULL DEFAULT 'ever', -- of all times
    PRIMARY KEY (guild, game, season, user)
) STRICT, WITHOUT ROWID;

INSERT INTO rated SELECT guild, game, user, mu, sigma, games, met, 'ever' FROM ratings;

DROP TABLE ratings;
ALTER TABLE rated RENAME TO ratings;

CREATE INDEX ratings_order ON ratings (guild, game, season, (mu - 3 * sigma) DESC, user)
WHERE games >= 8 AND met >= 3;
CREATE INDEX ratings_of_user ON ratings (user);

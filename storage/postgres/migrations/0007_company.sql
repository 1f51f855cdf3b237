-- Ratings know with how many people they were made; games that everybody left are past, too.

ALTER TABLE ratings ADD COLUMN met BIGINT NOT NULL DEFAULT 0;

UPDATE ratings SET met = (
    SELECT count(DISTINCT others."user")
    FROM results AS own JOIN results AS others ON others.match = own.match
    WHERE own."user" = ratings."user" AND own.guild = ratings.guild AND own.game = ratings.game
        AND own.completed = 1 AND others.completed = 1 AND others."user" <> own."user"
);

DROP INDEX ratings_order;
CREATE INDEX ratings_order ON ratings (guild, game, (mu - 3 * sigma) DESC, "user")
WHERE games >= 8 AND met >= 3;

DROP INDEX matches_finished;
CREATE INDEX matches_ended ON matches (channel, updated) WHERE status IN ('finished', 'aborted');

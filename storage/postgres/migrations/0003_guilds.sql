-- Which servers there are, and a server's open tables among many finished ones, by one index.

DROP INDEX matches_of_guild;
CREATE INDEX matches_of_guild ON matches (guild, status);

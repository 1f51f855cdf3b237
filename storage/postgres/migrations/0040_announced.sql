-- The sign of what a meeting's event shows, which is larger than an INTEGER; SQLite's are as large.

ALTER TABLE posters ALTER COLUMN announced TYPE BIGINT;

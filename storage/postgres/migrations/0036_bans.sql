-- How high who banned stood, which only the case of the ban has told: cases forget people.

ALTER TABLE bans ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;

UPDATE bans SET standing = coalesce((
    SELECT (detail::json ->> 'standing')::int FROM audit
    WHERE audit.guild = bans.guild AND target = bans."user" AND action = 'ban' AND closed IS NULL
    ORDER BY number DESC LIMIT 1
), 0);

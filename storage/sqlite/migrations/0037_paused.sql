-- Why a table is paused, which only the case of the pause has told.

UPDATE matches SET why = 'pause.' || coalesce((
    SELECT json_extract(detail, '$.why') FROM audit
    WHERE audit.guild = matches.guild AND audit.match = matches.id AND action = 'pause'
    ORDER BY number DESC LIMIT 1
), 'staff') WHERE status = 'running' AND paused IS NOT NULL;

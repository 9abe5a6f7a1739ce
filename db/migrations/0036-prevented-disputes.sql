-- Prevented disputes were recorded as open; no later event of theirs would close them.
update dispute set closed_at = now() where status = 'prevented' and closed_at is null;

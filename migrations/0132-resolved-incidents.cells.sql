-- A shift is handed over with what was resolved in it, which is found by its time.
create index incidents_resolved on incidents (resolved_at) where status = 'resolved';

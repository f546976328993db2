-- People who have the page of an incident open. Rows are deleted with their session; those of closed pages and dead
-- nodes expire. Unlogged: after a crash of the database, open pages report again.
create unlogged table incident_viewers (
  incident_id bigint not null references incidents on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null,
  primary key (incident_id, session_id)
);
create index incident_viewers_of_session on incident_viewers (session_id);
create index incident_viewers_expired on incident_viewers (expires_at);

-- Published when a viewer comes or leaves, not when a page reports again.
create function publish_viewer() returns trigger language plpgsql as $$
begin
  perform publish_event(
    'presence',
    case tg_op when 'INSERT' then 'presence.joined' else 'presence.left' end,
    null,
    jsonb_build_object('incident_id', case tg_op when 'INSERT' then new.incident_id else old.incident_id end)
  );
  return null;
end
$$;
create trigger viewer_is_published after insert or delete on incident_viewers for each row execute function publish_viewer();

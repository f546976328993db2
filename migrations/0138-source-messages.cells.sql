-- Messages of sources: those in quarantine, and the last ones of each, which people look at.
create table source_messages (
  source_id integer not null references sources on delete cascade,
  id bigint generated always as identity,
  received_at timestamptz not null,
  path text not null,
  query text not null,
  media text not null,
  -- The parts of the message that the row is about, as JSON; null if the message could not be cut into parts.
  parts bytea,
  -- Its bytes then.
  body bytea,
  -- Which of what the parts say the row is about; null: all of it.
  places text[],
  external_id text,
  outcome text not null check (outcome in ('stored', 'quarantined', 'ignored')),
  reason jsonb,
  -- The readings that it has made.
  readings jsonb not null,
  digest bytea,
  bytes integer not null,
  primary key (source_id, id)
);
-- A message that is sent again goes to quarantine once.
create unique index source_messages_once on source_messages (source_id, digest) where outcome = 'quarantined';
create index source_messages_in_quarantine on source_messages (source_id, external_id, id) where outcome = 'quarantined';
create index source_messages_in_time on source_messages (received_at);

-- What a sender has said once: with the same key within a day, it is the same message again.
create table source_message_keys (
  source_id integer not null references sources on delete cascade,
  key_digest bytea not null,
  received_at timestamptz not null,
  is_stored boolean not null default false,
  primary key (source_id, key_digest)
);
create index source_message_keys_in_time on source_message_keys (received_at);

-- As in a cell that is made later: ids of different cells are different, since a site can move.
do $$
begin
  execute format(
    'alter table source_messages alter column id restart with %s',
    coalesce(substring(current_schema from '^cell_([0-9]+)$')::bigint, 0) * 1099511627776 + 1
  );
end
$$;

-- A source is a sender that speaks for many devices with one credential, in a format of its own.
create table sources (
  id integer generated always as identity primary key,
  site_id integer not null references sites,
  name text not null,
  format text not null,
  module text not null,
  tags text[] not null default '{}',
  time_zone text not null default 'UTC',
  enabled boolean not null default true,
  settings jsonb not null default '{}',
  mapping jsonb,
  -- Which external IDs it adopts by itself; null: none.
  adopt jsonb,
  -- From where it may send; empty: from anywhere.
  networks text[] not null default '{}',
  token_in_address boolean not null default false,
  rate_per_s integer not null default 50,
  burst integer not null default 1000,
  -- SHA-256 of the token, and of its SHA-1, which some senders present instead.
  token_hash text not null,
  token_sha1_hash text not null,
  token_hint text not null,
  previous_token_hash text,
  previous_token_sha1_hash text,
  previous_token_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null
);
create index sources_of_site on sources (site_id);

-- What has become of the messages of a source. A row of its own, since it changes all the time.
create table source_states (
  source_id integer primary key references sources on delete cascade,
  stored bigint not null default 0,
  ignored bigint not null default 0,
  -- Messages in quarantine, and their size.
  quarantined integer not null default 0,
  quarantined_bytes bigint not null default 0,
  last_message_at timestamptz,
  -- Why the last message was not understood; null: it was.
  failure jsonb
) with (fillfactor = 50);

-- What a source calls its devices.
create table external_ids (
  source_id integer not null references sources on delete cascade,
  external_id text not null,
  state text not null check (state in ('pending', 'adopted', 'ignored')),
  device_id integer references devices,
  label text,
  model text,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  messages bigint not null default 0,
  quarantined integer not null default 0,
  primary key (source_id, external_id),
  check ((state = 'adopted') = (device_id is not null))
) with (fillfactor = 70);
create index external_ids_of_device on external_ids (device_id) where device_id is not null;
create index external_ids_by_state on external_ids (source_id, state);

-- Messages from quarantine that are read again, oldest first, little by little.
create table source_replays (
  id integer generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  -- Null: whichever device, or whichever reason.
  external_id text,
  reason text,
  -- The last message that it has read again, and the last one that it is about.
  after_id bigint not null default 0,
  until_id bigint not null,
  messages integer not null,
  done integer not null default 0,
  stored integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index source_replays_of_source on source_replays (source_id, id);
create index source_replays_to_do on source_replays (id) where finished_at is null;

-- Refused requests of devices, for a day, for people who set a device up and see no readings. Repeated refusals are one
-- row with a count; each device keeps the newest few; those whose device is unknown are kept as well.
create table device_refusals (
  -- Made of all columns but the times and the count.
  key text primary key,
  at timestamptz not null,
  first_at timestamptz not null,
  count bigint not null,
  device_id integer references devices on delete cascade,
  status integer not null,
  reason text not null check (
    reason in ('content', 'no_token', 'unknown_token', 'misspelt_token', 'old_token', 'disabled')
  ),
  message text not null,
  address text not null,
  -- For an unknown token: its last characters, and its length.
  token_hint text,
  token_length integer
);
create index device_refusals_of_device on device_refusals (device_id, at);

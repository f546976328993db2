-- What devices sent and was refused, for a day: whoever sets a device up wants to see why nothing arrives. Of what is
-- repeated there is one row with a count, of a device the newest few; what no device can be named for is kept as well.
create table device_refusals (
  -- All but the times and the count.
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
  -- Of a token that is none of ours: its end, and how long it is.
  token_hint text,
  token_length integer
);
create index device_refusals_of_device on device_refusals (device_id, at);

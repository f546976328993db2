-- Settings of a device. Its state is in a table of its own, since it changes with every reading.
create table devices (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  module text not null check (module in ('health', 'vehicle', 'factory', 'home_infra', 'worker', 'fleet')),
  enabled boolean not null default true,
  tags text[] not null default '{}',
  notes text not null default '',
  expected_interval_s integer check (expected_interval_s > 0),
  offline_after_s integer check (offline_after_s > 0),
  -- Attributes that rules may refer to, such as a limit.
  attributes jsonb not null default '{}',
  token_hash text not null unique,
  token_hint text not null,
  -- Valid after a rotation until the overlap ends.
  previous_token_hash text unique,
  previous_token_until timestamptz,
  -- Incremented by every change that a person makes; the ETag of the device.
  version integer not null default 1,
  created_at timestamptz not null,
  -- Deleted devices stay as the name that old alerts and incidents show (see src/core/devices/README.md).
  deleted_at timestamptz,
  -- When all data of a deleted device had been erased.
  erased_at timestamptz
);
create index devices_to_erase on devices (deleted_at) where deleted_at is not null and erased_at is null;

-- One row per device, locked first by every transaction that changes data of the device.
create table device_states (
  device_id integer primary key references devices on delete cascade,
  status text not null default 'never_seen' check (status in ('never_seen', 'online', 'offline')),
  last_seen timestamptz,
  -- Never later than the moment the device may go offline; moved on when due (see src/core/devices/README.md).
  offline_check_at timestamptz,
  -- When it last went offline.
  offline_at timestamptz,
  -- The earliest time at which a stale rule may apply; set by the first reading, moved on when due (see
  -- src/core/rules/README.md).
  stale_check_at timestamptz,
  module text,
  ts bigint,
  at timestamptz,
  -- The time that "latest" and "late" are measured against: `at`, or the time of receipt if the device's clock is
  -- ahead.
  evaluated_at timestamptz,
  metrics jsonb not null default '{}',
  flags jsonb not null default '{}',
  battery float8,
  signal float8,
  lat float8,
  lng float8,
  location_at timestamptz
) with (fillfactor = 70);
-- Ordinary readings do not change these columns, so updates of this row stay within their page (HOT).
create index device_states_to_check on device_states (offline_check_at) where status = 'online';
create index device_states_offline on device_states (offline_at) where status = 'offline';
create index device_states_stale on device_states (stale_check_at) where stale_check_at is not null;

-- When some node was last running. A device does not become offline for a time in which no node was running.
create table service_presence (
  id boolean primary key default true check (id),
  alive_at timestamptz not null,
  up_since timestamptz not null,
  -- When the clock was last found to have been set back, and by how much.
  stepped_back_at timestamptz,
  stepped_back_s float8,
  -- When stored times in the future were last corrected.
  corrected_at timestamptz
);

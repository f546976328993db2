-- Status pages: anybody with the address of one sees the state of some devices of its site, under labels of its own. And the
-- time for which devices were offline, by day, from which the page computes uptime.
create table status_pages (
  site_id integer primary key references sites on delete cascade,
  title text not null check (char_length(title) >= 1 and char_length(title) <= 100),
  -- SHA-256 of the secret in the address.
  secret_hash text not null unique,
  -- Incremented by each change, also when a device leaves.
  version integer not null default 1,
  created_at timestamptz not null
);

create table status_page_devices (
  site_id integer not null references status_pages on delete cascade,
  device_id integer not null references devices on delete cascade,
  -- From 0; devices of a group stand together.
  place integer not null,
  group_name text not null check (char_length(group_name) <= 100),
  label text not null check (char_length(label) >= 1 and char_length(label) <= 100),
  primary key (site_id, device_id)
);
create index status_page_devices_of_device on status_page_devices (device_id);

-- Written when a device returns; only days with offline time have a row, for as long as status pages show them.
create table offline_days (
  -- Day in UTC.
  day date not null,
  device_id integer not null references devices on delete cascade,
  offline_s float8 not null check (offline_s > 0),
  primary key (device_id, day)
);
create index offline_days_in_order on offline_days (day);

-- When offline time began to be recorded: at the first reading, or with this migration.
alter table device_states add column uptime_since timestamptz;
update device_states set uptime_since = now() where status <> 'never_seen';

-- The demo fleet: which devices belong to it, and which node moves them. No row, no demo.
create table demo (
  single boolean primary key default true check (single),
  -- The node that sends their readings, for as long as it says so again and again.
  holder uuid,
  held_until timestamptz,
  -- Whether the readings of the day before have been made.
  has_past boolean not null default false
);

create table demo_devices (
  device_id integer primary key references devices on delete cascade,
  -- The same seed gives the same readings.
  seed integer not null,
  -- What the simulated device is like after its last reading, for the next start to go on from.
  state jsonb
);

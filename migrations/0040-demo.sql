-- The demo fleet: its devices, and the node that sends their readings. Without a row there is no demo.
create table demo (
  single boolean primary key default true check (single),
  -- The node that sends their readings; it renews its claim.
  holder uuid,
  held_until timestamptz,
  -- Whether the readings of the previous day have been generated.
  has_history boolean not null default false
);

create table demo_devices (
  device_id integer primary key references devices on delete cascade,
  -- The same seed gives the same readings.
  seed integer not null,
  -- State of the simulated device after its last reading, to continue from after a restart.
  state jsonb
);

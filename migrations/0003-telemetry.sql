-- The telemetry log, the track and the module events. The three share one identity (device, event time, digest of the
-- content), so a reading sent twice is stored once. No foreign keys: each would cost a look-up per reading, and the
-- device was authenticated a moment before. Wide columns come first, so that no row carries padding.
create table readings (
  at timestamptz not null,
  digest bigint not null,
  received_at timestamptz not null,
  ts bigint not null,
  lat float8,
  lng float8,
  battery float8,
  signal float8,
  device_id integer not null,
  clock_suspect boolean not null,
  module text not null,
  metrics jsonb,
  flags jsonb,
  primary key (device_id, at, digest)
);

create table track (
  at timestamptz not null,
  digest bigint not null,
  lat float8 not null,
  lng float8 not null,
  speed_kmh float8,
  heading float8,
  device_id integer not null,
  primary key (device_id, at, digest)
);

create table module_events (
  at timestamptz not null,
  digest bigint not null,
  device_id integer not null,
  module text not null,
  -- alarm: a flag is raised; measurement: values or flags at rest; heartbeat: neither.
  kind text not null check (kind in ('alarm', 'measurement', 'heartbeat')),
  raised text[],
  primary key (device_id, at, digest)
);

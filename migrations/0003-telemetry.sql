-- The telemetry log. A reading, its place on the track and its module event have one identity (device, event time, digest
-- of the content), one moment and one life, so they are one row: a reading sent twice is stored once, and neither of the
-- three can be there without the others. No foreign key: it would cost a look-up per reading, and the device was
-- authenticated a moment before. Wide columns come first, so that no row carries padding.
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
  -- By month of event time, each made when its first reading comes, so that old readings go by dropping a table.
) partition by range (at);

-- Where devices have been, with the speed and heading their readings gave, if any.
create view track as
select
  device_id, at, digest, lat, lng, (metrics ->> 'speed_kmh')::float8 as speed_kmh,
  (metrics ->> 'heading')::float8 as heading
from readings
where lat is not null;

-- alarm: a flag is raised; measurement: values or flags at rest; heartbeat: neither.
create view module_events as
select
  device_id, at, digest, module,
  case
    when jsonb_path_exists(flags, '$.* ? (@ == true)') then 'alarm'
    when metrics is null and flags is null then 'heartbeat'
    else 'measurement'
  end as kind,
  array(select key from jsonb_each(flags) where value = 'true' order by key) as raised
from readings;

-- The values of each hour that is over, kept for longer than the readings. `field` as rules name it: metrics.systolic.
create table hourly_metrics (
  hour timestamptz not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  count integer not null,
  device_id integer not null,
  field text not null,
  primary key (device_id, field, hour)
);

-- The same by the minute, for hours of so many values that a chart of days should not read each; for as long as their
-- readings stay. One row an hour, with an element for each of its minutes that has values.
create table minute_metrics (
  hour timestamptz not null,
  device_id integer not null,
  field text not null,
  minutes smallint[] not null,
  counts integer[] not null,
  mins float8[] not null,
  maxs float8[] not null,
  sums float8[] not null,
  primary key (device_id, field, hour)
);
create index minute_metrics_in_order on minute_metrics (hour);

-- Hours that have closed, or changed by late readings, since they were summed up. `marks` tells a mark that was set again.
create table hours_to_sum_up (
  hour timestamptz not null,
  marks bigint not null default 1,
  device_id integer not null,
  primary key (device_id, hour)
);
create index hours_to_sum_up_in_order on hours_to_sum_up (hour, device_id);

-- How many readings came in each five seconds of the last hour, by the clock of the service. For display: what a node
-- counted and had not yet written when it died is missing.
create table reading_counts (
  at timestamptz primary key,
  count bigint not null
);

-- The telemetry log. A reading, its track point and its module event have one identity (device, event time, digest of
-- the content), one time and one lifetime, so they are one row: a reading sent twice is stored once, and none of the
-- three can exist without the others. No foreign key: it would cost a lookup per reading, and the device was
-- authenticated a moment before. Wide columns come first, so that rows have no padding.
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
  -- One partition per month of event time, created for its first reading, so that old readings are deleted by dropping
  -- a table.
) partition by range (at);

-- Positions of devices, with the speed and heading of their readings, if any.
create view track as
select
  device_id, at, digest, lat, lng, (metrics ->> 'speed_kmh')::float8 as speed_kmh,
  (metrics ->> 'heading')::float8 as heading
from readings
where lat is not null;

-- An alarm has a flag that is set, a measurement has values or flags that are not set, a heartbeat has neither.
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

-- Aggregates of each complete hour, kept for longer than the readings. `field` as in rules: metrics.systolic.
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

-- Aggregates of each minute, only for hours with so many values that a chart of days could not read them all. Kept as
-- long as the readings. One row per hour, with an element for each of its minutes that has values.
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

-- Hours that have ended, or got late readings, since they were last aggregated. `marks` increases when an hour is
-- marked again: then it stays, even if it is being aggregated.
create table hours_to_aggregate (
  hour timestamptz not null,
  marks bigint not null default 1,
  device_id integer not null,
  primary key (device_id, hour)
);
create index hours_to_aggregate_in_order on hours_to_aggregate (hour, device_id);

-- Number of readings received in each five seconds of the last hour, in server time. For display: counts that a node
-- had not stored when it died are missing.
create table reading_counts (
  at timestamptz primary key,
  count bigint not null
);

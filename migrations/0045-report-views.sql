-- Views for other programs that read by SQL, such as Grafana. Their names and columns stay, whatever happens to the
-- tables behind them; they contain neither people nor secrets.
create view report_devices as
select
  d.id as device_id, d.name as device, d.module, d.tags, d.enabled, s.status, s.last_seen, s.battery, s.signal, s.lat,
  s.lng, s.location_at, d.created_at
from devices as d
join device_states as s on s.device_id = d.id
where d.deleted_at is null;

create view report_readings as
select
  r.at, r.received_at, r.device_id, d.name as device, d.tags, r.module, r.lat, r.lng, r.battery, r.signal,
  coalesce(r.metrics, '{}') as metrics, coalesce(r.flags, '{}') as flags, r.clock_suspect
from readings as r
join devices as d on d.id = r.device_id
where d.deleted_at is null;

-- One row for each number measured. `field` as in rules: metrics.temperature, battery, signal.
create view report_values as
select r.at, r.device_id, d.name as device, d.tags, r.module, v.field, v.value
from readings as r
join devices as d on d.id = r.device_id
cross join lateral (
  select 'metrics.' || m.key as field, m.value::text::float8 as value
  from jsonb_each(r.metrics) as m
  where jsonb_typeof(m.value) = 'number'
  union all
  select 'battery', r.battery where r.battery is not null
  union all
  select 'signal', r.signal where r.signal is not null
) as v
where d.deleted_at is null;

-- The same per complete hour, for long ranges: they outlast the readings.
create view report_hours as
select
  h.hour, h.device_id, d.name as device, d.tags, h.field, h.min, h.max, h.sum / h.count as avg, h.count
from hourly_metrics as h
join devices as d on d.id = h.device_id
where d.deleted_at is null;

create view report_alerts as
select
  a.alert_id, a.device_id, d.name as device, d.tags, a.module, a.rule_key, a.severity, a.status, a.title, a.field,
  a.threshold, a.triggered_value, a.peak_value, a.triggered_at, a.acknowledged_at, a.resolved_at, a.incident_id
from alerts as a
join devices as d on d.id = a.device_id;

create view report_incidents as
select
  i.incident_id, i.device_id, d.name as device, i.severity, i.status, i.title, i.lat, i.lng, i.created_at,
  i.acknowledged_at, i.resolved_at
from incidents as i
left join devices as d on d.id = i.device_id;

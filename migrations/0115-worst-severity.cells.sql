-- Severity, title and limit of an alert are those of the worst level that it reached; the present one stands beside them.

-- Null: resolved, or written by a version before; then the present one is its severity.
alter table alerts add column current_severity text;
-- Not valid yet: 0116 reads what is there, while others can.
alter table alerts add constraint alerts_current_severity
  check (current_severity in ('info', 'warning', 'critical')) not valid;

-- Alerts of before keep what they had at last until a job has looked at them, the newest first: those with lower ids are
-- left. No row: none is. See core/rules/effects/recompute-worst.ts.
create table alerts_to_recompute (below_id bigint primary key);
insert into alerts_to_recompute (below_id)
select a.alert_id + 1 from alerts as a order by a.alert_id desc limit 1;

-- Pages show both severities. What is recomputed after its end is not news.
create or replace trigger alert_change_is_published after update on alerts for each row
  when (
    (old.status, old.current_severity, old.incident_id, old.snoozed_until)
    is distinct from (new.status, new.current_severity, new.incident_id, new.snoozed_until)
    or (old.severity <> new.severity and new.status <> 'resolved')
  )
  execute function publish_alert();

create or replace function publish_alert() returns trigger language plpgsql as $$
declare
  event text := 'alert.changed';
begin
  if tg_op = 'INSERT' then event := 'alert.triggered';
  elsif old.status <> new.status then
    event := case
      when new.status = 'resolved' then 'alert.resolved'
      when old.status = 'resolved' then 'alert.reopened'
      when new.status = 'acknowledged' then 'alert.acknowledged'
      else event
    end;
  end if;
  perform publish_event('alert', event, d.id, d.site_id, jsonb_build_object(
    'alert_id', new.alert_id, 'device_id', d.id, 'severity', new.severity,
    'current_severity', case when new.status <> 'resolved' then coalesce(new.current_severity, new.severity) end,
    'status', new.status, 'incident_id', new.incident_id
  ))
  from devices as d
  where d.id = new.device_id;
  return null;
end
$$;

-- The views have the new columns.
drop view listed_alerts;
create view listed_alerts as
select
  a.*,
  case when a.status <> 'resolved' then (
    select to_timestamp((s.state -> 'cleared_since' ->> coalesce(a.current_severity, a.severity))::float8 / 1000)
    from rule_states as s
    where s.device_id = a.device_id and s.rule_key = a.rule_key
      and (s.state -> 'open' ->> 'alert_id')::bigint = a.alert_id
  ) end as clear_since,
  (
    select h.silence_id
    from held_notifications as h
    where h.subject = 'alert:' || a.alert_id and h.event = 'alert.triggered' and h.status <> 'sent'
  ) as silenced_by
from alerts as a;

drop view listed_incidents;
create view listed_incidents as
select
  i.*,
  case
    when i.status = 'resolved' or i.cleared_since is not null then null
    when i.origin in ('person', 'storm') then i.severity
    -- A person may have lowered the severity: then it is no more than that at present. Alerts that were merged into that of
    -- an offline device may be over; it still is a warning.
    else (
      select (array['info', 'warning', 'critical'])[least(
        array_position(array['info', 'warning', 'critical'], i.severity),
        greatest(
          case when i.origin = 'offline' then 2 end,
          max(array_position(array['info', 'warning', 'critical'], coalesce(a.current_severity, a.severity)))
        )
      )]
      from alerts as a
      where a.incident_id = i.incident_id and a.status <> 'resolved'
    )
  end as current_severity,
  (select count(*)::integer from storm_devices as s where s.incident_id = i.incident_id) as storm_devices,
  array(select a.alert_id from alerts as a where a.incident_id = i.incident_id order by a.alert_id) as alert_ids,
  least(i.snoozed_until, (
    select min(coalesce(
      a.snoozed_until, (a.acknowledged_at at time zone 'UTC' + make_interval(secs => a.ack_timeout_s)) at time zone 'UTC'
    ))
    from alerts as a
    where a.incident_id = i.incident_id and a.status = 'acknowledged' and a.severity = 'critical'
  )) as open_again_at,
  (
    select h.silence_id
    from held_notifications as h
    where h.subject = 'incident:' || i.incident_id and h.event = 'incident.created' and h.status <> 'sent'
  ) as silenced_by
from incidents as i;

create or replace view report_alerts as
select
  a.alert_id, a.device_id, d.name as device, d.tags, a.module, a.rule_key, a.severity, a.status, a.title, a.field,
  a.threshold, a.triggered_value, a.peak_value, a.triggered_at, a.acknowledged_at, a.resolved_at, a.incident_id,
  case when a.status <> 'resolved' then coalesce(a.current_severity, a.severity) end as current_severity
from alerts as a
join devices as d on d.id = a.device_id;

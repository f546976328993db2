-- What lists show of an alert or an incident, with what is looked up for each row. In a view of its cell, so that the
-- server of the cell looks it up.
create view listed_alerts as
select
  a.*,
  case when a.status <> 'resolved' then (
    select to_timestamp((s.state -> 'cleared_since' ->> a.severity)::float8 / 1000)
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

create view listed_incidents as
select
  i.*,
  (select count(*)::integer from storm_devices as s where s.incident_id = i.incident_id) as storm_devices,
  array(select a.alert_id from alerts as a where a.incident_id = i.incident_id order by a.alert_id) as alert_ids,
  -- While it is acknowledged: until when it is snoozed, or until the first of its critical alerts fires again. For the
  -- time of an alert see core/incidents/snooze-store.ts.
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

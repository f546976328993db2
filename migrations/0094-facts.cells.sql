-- What a title says, by code, for each language to say: the version of its rule with the values, an offline device, or
-- devices that went offline together. Null: somebody wrote it, or it is from before; then it is shown as it is.
alter table alerts add column title_of jsonb;
alter table incidents add column title_of jsonb;

-- What an entry says, by code. Null: `text` is what somebody wrote, or from before.
alter table incident_timeline add column facts jsonb;
alter table incident_timeline alter column text drop not null;
alter table incident_timeline add constraint incident_timeline_says check (num_nonnulls(text, facts) = 1);

-- The last outcome, by code. A text is one of before.
alter table notifications alter column outcome type jsonb using to_jsonb(outcome);

-- The views have the new columns.
drop view listed_alerts;
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

drop view listed_incidents;
create view listed_incidents as
select
  i.*,
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

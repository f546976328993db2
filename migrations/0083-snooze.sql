-- Acknowledgements until a time that a person chose: then the alert fires again, and its incident is open again.

-- Null: an acknowledgement without such a time. Of an alert, it expires by `ack_timeout_s`; of an incident, with its
-- critical alerts. Means nothing once the alert or the incident is resolved.
alter table alerts add column snoozed_until timestamptz;
alter table incidents add column snoozed_until timestamptz;

-- Acknowledged alerts are few, and those with a time to come need not have a timeout.
drop index alerts_acknowledged;
create index alerts_acknowledged on alerts (device_id) where status = 'acknowledged';
create index incidents_snoozed on incidents (snoozed_until) where status = 'acknowledged' and snoozed_until is not null;

-- Pages show the time.
drop trigger alert_change_is_published on alerts;
create trigger alert_change_is_published after update on alerts for each row
  when (
    (old.status, old.severity, old.incident_id, old.snoozed_until)
    is distinct from (new.status, new.severity, new.incident_id, new.snoozed_until)
  )
  execute function publish_alert();

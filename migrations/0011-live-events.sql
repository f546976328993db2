-- Events for open pages and apps, kept for as long as a client may be disconnected. Written by triggers, in the
-- transaction of the change, whichever code makes it: a change without an event would leave pages stale.
create table live_events (
  -- The transaction. Of two events in the order of (xid, id), the second may become visible first; events older than
  -- every open transaction are settled.
  xid bigint not null default pg_current_xact_id()::text::bigint,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  topic text not null,
  event text not null,
  device_id integer,
  data jsonb not null,
  primary key (xid, id)
);

-- A single row: the last event that was deleted.
create table live_events_dropped (
  single boolean primary key default true check (single),
  xid bigint not null,
  id bigint not null
);
insert into live_events_dropped (xid, id) values (0, 0);

create function publish_event(topic text, event text, device_id integer, data jsonb) returns void language sql as $$
  insert into live_events (topic, event, device_id, data) values (topic, event, device_id, data);
  select pg_notify('live_events', '');
$$;

create function publish_alert() returns trigger language plpgsql as $$
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
  perform publish_event('alert', event, new.device_id, jsonb_build_object(
    'alert_id', new.alert_id, 'device_id', new.device_id, 'severity', new.severity, 'status', new.status,
    'incident_id', new.incident_id
  ));
  return null;
end
$$;
create trigger alert_is_published after insert on alerts for each row execute function publish_alert();
-- Readings that only keep an alert open change none of these.
create trigger alert_change_is_published after update on alerts for each row
  when ((old.status, old.severity, old.incident_id) is distinct from (new.status, new.severity, new.incident_id))
  execute function publish_alert();

-- Everything that happens to an incident is in its timeline.
create function publish_incident() returns trigger language plpgsql as $$
begin
  perform publish_event('incident', 'incident.' || new.kind, i.device_id, jsonb_build_object(
    'incident_id', i.incident_id, 'device_id', i.device_id, 'severity', i.severity, 'status', i.status
  ))
  from incidents as i
  where i.incident_id = new.incident_id;
  return null;
end
$$;
create trigger incident_is_published after insert on incident_timeline for each row execute function publish_incident();

create function publish_status() returns trigger language plpgsql as $$
begin
  perform publish_event('device', 'device.status', new.device_id, jsonb_build_object(
    'device_id', new.device_id, 'status', new.status
  ));
  return null;
end
$$;
create trigger status_is_published after update on device_states for each row
  when (old.status <> new.status) execute function publish_status();

create function publish_delivery() returns trigger language plpgsql as $$
begin
  perform publish_event('webhook', 'webhook.delivery_failed', null, jsonb_build_object(
    'webhook_id', new.webhook_id, 'delivery_id', new.id, 'status', new.status
  ));
  return null;
end
$$;
create trigger delivery_failure_is_published after update on deliveries for each row
  when (old.status <> new.status and new.status in ('retrying', 'dead')) execute function publish_delivery();

-- Trigger arguments: the topic, the column that identifies a record, and columns whose changes are not published.
create function publish_record() returns trigger language plpgsql as $$
declare
  topic constant text := tg_argv[0];
  record constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  previous constant jsonb := case tg_op when 'INSERT' then '{}' else to_jsonb(old) end;
  change constant text := case
    when tg_op = 'INSERT' then 'created'
    when tg_op = 'DELETE' or record ->> 'deleted_at' is not null then 'deleted'
    else 'changed'
  end;
begin
  -- A deleted record stays as the name that old alerts show; further changes of it are not published.
  if previous ->> 'deleted_at' is not null or (tg_op = 'UPDATE' and previous - tg_argv[2:] = record - tg_argv[2:]) then
    return null;
  end if;
  perform publish_event(
    topic,
    topic || '.' || change,
    case when topic = 'device' then (record ->> 'id')::integer end,
    jsonb_build_object(topic || '_' || tg_argv[1], record -> tg_argv[1])
  );
  return null;
end
$$;
create trigger device_is_published after insert or update or delete on devices for each row
  execute function publish_record('device', 'id');
create trigger rule_is_published after insert or update or delete on rules for each row
  execute function publish_record('rule', 'key');
create trigger webhook_is_published after insert or update or delete on webhooks for each row
  execute function publish_record(
    'webhook', 'id', 'failures', 'failing_since', 'probe_at', 'probes', 'releasing_until'
  );

-- Streams of a person whose rights were reduced end at once.
create function publish_credentials() returns trigger language plpgsql as $$
declare
  record constant jsonb := to_jsonb(old);
begin
  perform pg_notify('credentials_changed', coalesce(record ->> 'user_id', record ->> 'id'));
  return null;
end
$$;
create trigger person_change_is_published after update on users for each row
  when ((old.role, old.enabled, old.password_hash) is distinct from (new.role, new.enabled, new.password_hash))
  execute function publish_credentials();
create trigger token_end_is_published after delete on access_tokens for each row execute function publish_credentials();
create trigger session_end_is_published after delete on sessions for each row execute function publish_credentials();

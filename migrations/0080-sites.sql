-- Sites: where devices belong, and what people reach. A person has a role everywhere, or a role in each of some sites.
create table sites (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  notes text not null default '',
  -- Incremented by each change, so that two editors do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  -- Deleted sites stay as the name that old incidents and the audit log show.
  deleted_at timestamptz
);
create unique index sites_by_name on sites (name) where deleted_at is null;
insert into sites (name, created_at) values ('Home', now());

-- Null: only in the sites of which the person is a member.
alter table users alter column role drop not null;

create table site_members (
  site_id integer not null references sites on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('admin', 'operator', 'viewer')),
  primary key (site_id, user_id)
);
create index site_members_of_user on site_members (user_id);

-- The sites that a token is limited to; without any, it reaches as far as its owner.
create table token_sites (
  token_id bigint not null references access_tokens on delete cascade,
  site_id integer not null references sites on delete cascade,
  primary key (token_id, site_id)
);

alter table devices add column site_id integer not null default 1 references sites;
create index devices_of_site on devices (site_id, id);
-- For lists of the alerts of some devices, newest first.
create index alerts_of_device on alerts (device_id, (-alert_id));

-- Counts of the last hour.
alter table reading_counts add column site_id integer not null default 1, drop constraint reading_counts_pkey,
  add primary key (at, site_id);

-- Null: the whole installation.
alter table incidents add column site_id integer references sites;
update incidents set site_id = 1;
create index incidents_of_site on incidents (site_id, (-incident_id));
create index incidents_open_of_site on incidents (site_id) where status <> 'resolved';
alter table rules add column site_id integer references sites;
-- That of the rule: they outlive it, and another site may use its key again.
alter table rule_versions add column site_id integer references sites;
alter table silences add column site_id integer references sites;
alter table webhooks add column site_id integer references sites;
alter table schedules add column site_id integer references sites, drop constraint schedules_name_key;
create unique index schedules_by_name on schedules (name, (coalesce(site_id, 0)));
alter table escalation_policies add column site_id integer references sites;
-- The site at that time. No foreign key: entries outlive everything.
alter table audit_entries add column site_id integer;
create index audit_entries_of_site on audit_entries (site_id, id) where site_id is not null;

-- A live event is sent to those who reach its site; without one, to everybody whose role may see its topic.
alter table live_events add column site_id integer;
drop function publish_event(text, text, integer, jsonb);
create function publish_event(topic text, event text, device_id integer, site_id integer, data jsonb) returns void
language sql as $$
  insert into live_events (topic, event, device_id, site_id, data) values (topic, event, device_id, site_id, data);
  select pg_notify('live_events', '');
$$;

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
    'alert_id', new.alert_id, 'device_id', d.id, 'severity', new.severity, 'status', new.status,
    'incident_id', new.incident_id
  ))
  from devices as d
  where d.id = new.device_id;
  return null;
end
$$;

create or replace function publish_incident() returns trigger language plpgsql as $$
begin
  perform publish_event('incident', 'incident.' || new.kind, i.device_id, i.site_id, jsonb_build_object(
    'incident_id', i.incident_id, 'device_id', i.device_id, 'severity', i.severity, 'status', i.status
  ))
  from incidents as i
  where i.incident_id = new.incident_id;
  return null;
end
$$;

create or replace function publish_status() returns trigger language plpgsql as $$
begin
  perform publish_event('device', 'device.status', d.id, d.site_id, jsonb_build_object(
    'device_id', d.id, 'status', new.status
  ))
  from devices as d
  where d.id = new.device_id;
  return null;
end
$$;

create or replace function publish_delivery() returns trigger language plpgsql as $$
begin
  perform publish_event('webhook', 'webhook.delivery_failed', null, w.site_id, jsonb_build_object(
    'webhook_id', w.id, 'delivery_id', new.id, 'status', new.status
  ))
  from webhooks as w
  where w.id = new.webhook_id;
  return null;
end
$$;

create or replace function publish_viewer() returns trigger language plpgsql as $$
declare
  incident constant bigint := case tg_op when 'INSERT' then new.incident_id else old.incident_id end;
begin
  perform publish_event(
    'presence',
    case tg_op when 'INSERT' then 'presence.joined' else 'presence.left' end,
    null,
    (select i.site_id from incidents as i where i.incident_id = incident),
    jsonb_build_object('incident_id', incident)
  );
  return null;
end
$$;

create or replace function publish_record() returns trigger language plpgsql as $$
declare
  topic constant text := tg_argv[0];
  record constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  previous constant jsonb := case tg_op when 'INSERT' then '{}' else to_jsonb(old) end;
  device constant integer := case when topic = 'device' then (record ->> 'id')::integer end;
  site constant integer := record ->> 'site_id';
  data constant jsonb := jsonb_build_object(topic || '_' || tg_argv[1], record -> tg_argv[1]);
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
  -- For those who reach only the site that it leaves, a record that moves is gone.
  if tg_op = 'UPDATE' and previous -> 'site_id' is distinct from record -> 'site_id' then
    perform publish_event(topic, topic || '.deleted', device, (previous ->> 'site_id')::integer, data);
  end if;
  perform publish_event(topic, topic || '.' || change, device, site, data);
  return null;
end
$$;

-- Streams of a person whose sites changed look again at what they may send.
create function publish_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_changed', (case tg_op when 'INSERT' then new.user_id else old.user_id end)::text);
  return null;
end
$$;
create trigger membership_is_published after insert or update or delete on site_members for each row
  execute function publish_membership();

create function publish_token_site() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_changed', t.user_id::text) from access_tokens as t where t.id = old.token_id;
  return null;
end
$$;
create trigger token_site_end_is_published after delete on token_sites for each row execute function publish_token_site();

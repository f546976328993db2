-- What people deal with: one or more alerts of a device, from the first alarm to its resolution.
create sequence incident_ids;
create table incidents (
  device_id integer not null references devices on delete cascade,
  incident_id bigint not null,
  status text not null check (status in ('open', 'acknowledged', 'resolved')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  title text not null,
  -- The alert that opened it.
  alert_id bigint not null,
  -- Whether further alerts of the device may join.
  grouping boolean not null,
  lat float8,
  lng float8,
  location_at timestamptz,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by integer references users on delete set null,
  resolved_at timestamptz,
  resolved_by integer references users on delete set null,
  resolution text,
  note text,
  -- When it resolves by itself, once all its alerts have.
  resolve_due_at timestamptz,
  primary key (device_id, incident_id)
);
create index incidents_by_id on incidents (incident_id);
create index incidents_open on incidents (incident_id) where status <> 'resolved';
create unique index incidents_one_grouping on incidents (device_id) where grouping and status <> 'resolved';
create index incidents_due on incidents (resolve_due_at) where resolve_due_at is not null;

-- Append-only.
create table incident_timeline (
  device_id integer not null references devices on delete cascade,
  incident_id bigint not null,
  entry_id bigint generated always as identity,
  at timestamptz not null,
  kind text not null,
  user_id integer references users on delete set null,
  text text not null,
  primary key (device_id, incident_id, entry_id)
);

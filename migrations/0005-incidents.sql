-- Incidents: one or more alerts, mostly of one device, from the first alarm to the resolution.
create sequence incident_ids;
create table incidents (
  incident_id bigint primary key,
  -- Null if it concerns several devices, or none.
  device_id integer references devices on delete cascade,
  -- alert: opened by an alert; person: opened by a person; storm: many devices went offline at once.
  origin text not null check (origin in ('alert', 'person', 'storm')),
  status text not null check (status in ('open', 'acknowledged', 'resolved')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  title text not null,
  -- The alert that opened it, with its rule and the module of its reading.
  alert_id bigint,
  rule_key text,
  module text,
  -- Common tag of the devices of a storm, unless it is the whole fleet.
  storm_tag text,
  -- Number of devices that could have gone offline.
  storm_population integer,
  lat float8,
  lng float8,
  location_at timestamptz,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  -- When a person first acknowledged or resolved it; unlike the next columns, it survives a reopening.
  responded_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by integer references users on delete set null,
  assigned_to integer references users on delete set null,
  resolved_at timestamptz,
  resolved_by integer references users on delete set null,
  resolution text,
  note text,
  -- The incident that its alerts were merged into.
  merged_into bigint,
  -- The earlier incident of its alert, which was resolved too long ago to be reopened.
  previous_incident_id bigint,
  -- When it auto-resolves; set once all its alerts are resolved.
  resolve_due_at timestamptz,
  -- When its readings are to be saved, some time after its resolution.
  keep_readings_at timestamptz
);
create index incidents_of_device on incidents (device_id);
-- For filtered lists, newest first, especially filters without a match.
create index incidents_filtered on incidents (coalesce(module, 'none'), severity, (-incident_id));
create index incidents_in_time on incidents (created_at);
create index incidents_open on incidents (incident_id) where status <> 'resolved';
create index incidents_due on incidents (resolve_due_at) where resolve_due_at is not null;
create index incidents_to_keep on incidents (keep_readings_at) where keep_readings_at is not null;
create index incidents_storms on incidents (incident_id) where origin = 'storm' and status <> 'resolved';

-- The incident that new alerts of a device join.
create table current_incidents (
  device_id integer primary key references devices on delete cascade,
  incident_id bigint not null references incidents on delete cascade
);
create index current_incidents_by_incident on current_incidents (incident_id);

-- The devices that went offline together.
create table storm_devices (
  incident_id bigint not null references incidents on delete cascade,
  device_id integer not null references devices on delete cascade,
  joined_at timestamptz not null,
  primary key (incident_id, device_id)
);
create index storm_devices_by_device on storm_devices (device_id);

-- Append-only.
create table incident_timeline (
  incident_id bigint not null references incidents on delete cascade,
  entry_id bigint generated always as identity,
  at timestamptz not null,
  kind text not null,
  user_id integer references users on delete set null,
  text text not null,
  primary key (incident_id, entry_id)
);

-- The readings around the alerts of an incident, kept after their month has been dropped.
create table incident_readings (
  incident_id bigint not null references incidents on delete cascade,
  device_id integer not null references devices on delete cascade,
  kept_at timestamptz not null,
  -- Oldest first, limited in number.
  readings jsonb not null,
  primary key (incident_id, device_id)
);

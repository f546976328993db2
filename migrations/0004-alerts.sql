-- Rules as data, the state of each rule per device, and the alerts they raised.
create table rules (
  key text primary key,
  version integer not null,
  -- Whether a person turned it on or off; null: as in the definition.
  enabled_override boolean,
  origin text not null check (origin in ('pack', 'user')),
  definition jsonb not null,
  -- The pack's version of a built-in rule, for a reset, kept while a person's version is current.
  pack_definition jsonb,
  updated_at timestamptz not null
);

-- All versions, also of deleted rules: alerts refer to the one that raised them.
create table rule_versions (
  key text not null,
  version integer not null,
  definition jsonb not null,
  saved_at timestamptz not null,
  -- Null: a pack.
  saved_by integer references users on delete set null,
  primary key (key, version)
);

-- A rule has a row only while it has state for the device: pending, firing, recovering, in its cooldown, or in the
-- middle of a window.
create table rule_states (
  device_id integer not null references devices on delete cascade,
  rule_key text not null,
  state jsonb not null,
  -- When time alone changes the state, if no reading does so earlier.
  due_at timestamptz,
  primary key (device_id, rule_key)
);
create index rule_states_due on rule_states (due_at) where due_at is not null;

create sequence alert_ids;
create table alerts (
  device_id integer not null references devices on delete cascade,
  alert_id bigint not null,
  rule_key text not null,
  rule_version integer not null,
  module text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  status text not null check (status in ('firing', 'acknowledged', 'resolved')),
  title text not null,
  field text not null,
  threshold float8,
  triggered_value float8 not null,
  last_value float8 not null,
  peak_value float8 not null,
  occurrences integer not null default 1,
  late boolean not null,
  recovering boolean not null default false,
  flapping boolean not null default false,
  has_flapped boolean not null default false,
  latched boolean not null,
  triggered_at timestamptz not null,
  raised_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by integer references users on delete set null,
  -- Seconds after which an acknowledged alert fires again.
  ack_timeout_s integer,
  assigned_to integer references users on delete set null,
  resolved_at timestamptz,
  resolved_by integer references users on delete set null,
  resolve_reason text,
  incident_id bigint,
  primary key (device_id, alert_id)
);
create index alerts_by_id on alerts (alert_id);
-- At most one open alert per rule and device, whatever several nodes do at the same time.
create unique index alerts_one_open on alerts (device_id, rule_key) where status <> 'resolved';
-- Open alerts are few and queried most.
create index alerts_open on alerts (alert_id) where status <> 'resolved';
create index alerts_of_incident on alerts (incident_id) where incident_id is not null;
create index alerts_of_rule on alerts (rule_key, triggered_at) include (device_id);
-- For filtered lists, newest first, especially filters without a match.
create index alerts_filtered on alerts (module, severity, (-alert_id));
create index alerts_acknowledged on alerts (acknowledged_at) where status = 'acknowledged' and ack_timeout_s is not null;

-- Notes by people on an alert. Append-only.
create table alert_notes (
  device_id integer not null references devices on delete cascade,
  alert_id bigint not null,
  note_id bigint generated always as identity,
  at timestamptz not null,
  user_id integer references users on delete set null,
  text text not null,
  primary key (device_id, alert_id, note_id)
);

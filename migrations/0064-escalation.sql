-- Whom an incident is escalated to, step by step, until somebody acknowledges it; and the notifications of people.
create table escalation_policies (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  -- The first policy whose scope fits an incident is used.
  position integer not null,
  -- {modules, tags, min_severity, rule_keys}; an empty list is no limit.
  scope jsonb not null,
  -- The last policy fits every incident, so that none is without one.
  is_last boolean not null default false,
  -- How often the steps are taken: for critical incidents, and for warnings.
  rounds smallint not null check (rounds >= 1 and rounds <= 9),
  warning_rounds smallint not null check (warning_rounds >= 0 and warning_rounds <= 9),
  -- [{wait_s, targets: [{type, id | role}]}]; wait_s since the step before.
  steps jsonb not null,
  -- Incremented by each change, so that two editors do not overwrite each other.
  version integer not null default 1,
  updated_at timestamptz not null
);
create unique index escalation_policies_one_last on escalation_policies (is_last) where is_last;

-- One run per incident that is open and not acknowledged. Its policy is a copy: an edit affects later runs only.
create table escalation_runs (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  policy_id integer references escalation_policies on delete set null,
  policy jsonb not null,
  -- The severity that people were notified of.
  severity text not null check (severity in ('info', 'warning', 'critical')),
  -- active, paused (by a silence); ended: acknowledged, resolved, merged, exhausted (all rounds without an answer), nobody
  -- (nobody could be notified), cancelled (by a restored backup).
  state text not null check (
    state in ('active', 'paused', 'acknowledged', 'resolved', 'merged', 'exhausted', 'nobody', 'cancelled')
  ),
  -- The next step, both counted from 0.
  round smallint not null,
  step smallint not null,
  -- When it is due. Of a paused run: when its silence ends.
  next_at timestamptz,
  -- When it was found that a round had reached nobody.
  nobody_told_at timestamptz,
  started_at timestamptz not null,
  round_started_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('active', 'paused')) = (next_at is not null))
);
create index escalation_runs_of_incident on escalation_runs (incident_id, id);
create unique index escalation_runs_one_active on escalation_runs (incident_id) where state in ('active', 'paused');
create index escalation_runs_due on escalation_runs (next_at) where next_at is not null;
create index escalation_runs_told_nobody on escalation_runs (nobody_told_at) where nobody_told_at is not null;

-- The notifications of people: outbox and log in one. Written by the transaction that causes them.
create table notifications (
  id bigint generated always as identity primary key,
  run_id bigint references escalation_runs on delete cascade,
  incident_id bigint references incidents on delete cascade,
  user_id integer not null references users on delete cascade,
  method_id integer references contact_methods on delete set null,
  -- Kind and label of the method, which may be gone later.
  kind text not null,
  label text not null,
  -- Why it is sent: step, update, acknowledged, resolved, digest, nobody_told, test, verification …
  reason text not null,
  severity text check (severity in ('info', 'warning', 'critical')),
  -- What it is about; the text is written in the reader's language when it is sent.
  facts jsonb not null,
  -- Of an escalation: run, round, step, person and method, so that none is sent twice.
  dedupe_key text unique,
  -- held: until the quiet hours of the person end.
  state text not null check (state in (
    'queued', 'held', 'sending', 'accepted', 'acted', 'retrying', 'failed', 'cancelled', 'merged', 'expired'
  )),
  due_at timestamptz not null,
  -- Until then, the row is leased to the node that claimed it.
  leased_until timestamptz,
  -- After this time it is of no use any more.
  expires_at timestamptz not null,
  -- Failed attempts.
  spent smallint not null default 0,
  -- The last outcome in words.
  outcome text,
  merged_into bigint references notifications on delete set null,
  -- Of the link with which its reader acts without a session.
  token_hash text unique,
  created_at timestamptz not null,
  -- Of its last change of state.
  at timestamptz not null
);
create index notifications_due on notifications (due_at, id) where state in ('queued', 'held', 'retrying', 'sending');
create index notifications_of_incident on notifications (incident_id, id);
create index notifications_of_run on notifications (run_id);
create index notifications_of_method on notifications (method_id, at);
create index notifications_of_user on notifications (user_id, id);
create index notifications_of_digest on notifications (merged_into) where merged_into is not null;
create index notifications_in_time on notifications (created_at);

-- People act by a link in a notification; the audit log says by which kind.
alter table audit_entries drop constraint audit_entries_via_check;
alter table audit_entries add constraint audit_entries_via_check check (
  via in ('session', 'token', 'command', 'system', 'push', 'email', 'ntfy', 'telegram', 'webhook')
);

-- Whether people are notified of incidents of demo devices, for a try.
alter table demo add column notifies boolean not null default false;

-- A device that goes offline opens an incident of its own, unless a storm takes it within half a minute.
alter table incidents drop constraint incidents_origin_check;
alter table incidents add constraint incidents_origin_check check (origin in ('alert', 'person', 'storm', 'offline'));
create index incidents_offline on incidents (incident_id) where origin = 'offline' and status <> 'resolved';
-- When the incident of an offline device is due; ordinary readings do not touch it.
alter table device_states add column offline_incident_at timestamptz;
create index device_states_offline_incident on device_states (offline_incident_at) where offline_incident_at is not null;

-- When a node last took its turn to send the heartbeat of the service.
alter table service_presence add column heartbeat_at timestamptz;

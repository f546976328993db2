-- Webhooks, and the outbox that is also the delivery log: rows are written by the transaction that causes them.
create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  url text not null check (char_length(url) <= 2048),
  format text not null default 'envelope'
    check (format in ('envelope', 'slack', 'teams', 'discord', 'pagerduty', 'ntfy', 'telegram')),
  events text[] not null,
  min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
  -- Empty means all.
  modules text[] not null,
  tags text[] not null,
  -- Names of the headers and options whose values are encrypted.
  header_names text[] not null default '{}',
  option_names text[] not null default '{}',
  values_sealed bytea,
  secret_sealed bytea not null,
  -- After a rotation, the previous secret also signs until this time.
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text,
  -- Incremented by each change that a person makes, so that two editors do not overwrite each other.
  version integer not null default 1,
  -- The circuit breaker: failed attempts since the last success, and the time of the first.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Set while the breaker is open: waiting deliveries are held, except for one probe at a time.
  breaker_opened_at timestamptz,
  probe_at timestamptz,
  probes integer not null default 0,
  -- After an outage, held deliveries are released at a limited rate until this time.
  releasing_until timestamptz,
  created_at timestamptz not null,
  -- A deleted webhook is listed nowhere; its deliveries are deleted in small steps.
  deleted_at timestamptz
);

create table deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  message_id text not null unique,
  event text not null,
  -- Deliveries of one lane ('incident:7', 'device:3') reach a receiver in order.
  lane text not null,
  -- Frozen: every attempt sends exactly these bytes.
  body text not null,
  -- While the breaker of its webhook is open, a waiting delivery (pending, retrying) is shown as held.
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'dead', 'cancelled')),
  -- The last attempts, each {n, at, duration_ms, outcome, detail, status, address, response_body, response_headers}.
  attempts jsonb not null default '[]',
  -- Attempts that failed while the breaker was closed; others do not count towards the limit.
  failed_attempts smallint not null default 0,
  next_attempt_at timestamptz,
  -- The node that claimed the row has it until this time.
  leased_until timestamptz,
  due_at timestamptz generated always as (greatest(next_attempt_at, leased_until)) stored,
  created_at timestamptz not null,
  -- When it was delivered, dead or cancelled.
  finished_at timestamptz
);
create index deliveries_due on deliveries (webhook_id, due_at, id) where status in ('pending', 'retrying');
create index deliveries_lane on deliveries (webhook_id, lane, id) where status in ('pending', 'retrying');
-- For the notifications of an incident or a device, on their pages.
create index deliveries_in_lane on deliveries (lane, id);
create index deliveries_failed on deliveries (webhook_id, finished_at) where status in ('dead', 'cancelled');
create index deliveries_of_webhook on deliveries (webhook_id, id);

-- Receivers, and the outbox that is also the delivery log: rows are written by the transaction that causes them.
create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  url text not null check (char_length(url) <= 2048),
  events text[] not null,
  min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
  -- Empty means all.
  modules text[] not null,
  tags text[] not null,
  enabled boolean not null default true,
  disabled_reason text,
  secret_sealed bytea not null,
  created_at timestamptz not null
);

create table deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  message_id text not null unique,
  event text not null,
  -- Deliveries of one lane ('incident:7', 'device:3') reach an endpoint in their order.
  lane text not null,
  -- Frozen: every attempt sends these very bytes.
  body text not null,
  status text not null default 'pending'
    check (status in ('pending', 'retrying', 'held', 'delivered', 'dead', 'cancelled')),
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  -- Until then the row belongs to the node that claimed it.
  leased_until timestamptz,
  created_at timestamptz not null
);
create index deliveries_waiting on deliveries (webhook_id, id) where status in ('pending', 'retrying');
create index deliveries_of_webhook on deliveries (webhook_id, id);

-- People, their credentials, and the counters that slow down password guessing on all nodes at once.
create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  -- Null until an invited person has chosen a password.
  password_hash text,
  role text not null check (role in ('admin', 'operator', 'viewer')),
  enabled boolean not null default true,
  -- Incremented by each change of role or enabled, so that two editors do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- Display preferences: language, time zone, units and the like; absent ones have their default.
  preferences jsonb not null default '{}'
);

-- Browser sessions. The id in the cookie is stored as SHA-256; `id` identifies a session in lists.
create table sessions (
  id bigint generated always as identity primary key,
  cookie_hash text not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index sessions_of_user on sessions (user_id);

-- Bearer tokens: of a login through the API (mobile), or made by a person for a program (api).
create table access_tokens (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  token_hint text not null,
  kind text not null check (kind in ('mobile', 'api')),
  user_id integer not null references users on delete cascade,
  name text not null,
  -- Upper limit of its rights. Null: the rights of its owner.
  role text check (role in ('admin', 'operator', 'viewer')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text,
  expires_at timestamptz,
  check (kind = 'api' or (role is null and last_used_at is not null and expires_at is not null))
);
create index access_tokens_of_user on access_tokens (user_id);
create unique index access_tokens_name on access_tokens (user_id, name) where kind = 'api';

-- One-time secrets: the code of the first set-up, and the links for choosing a password.
create table one_time_codes (
  code_hash text primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'password_reset')),
  user_id integer references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'setup') = (user_id is null))
);
create unique index one_time_codes_of_user on one_time_codes (user_id);

create table login_throttles (
  -- 'address:…' or 'account:…|address:…'
  key text primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

-- Failed logins of the last hour in windows of ten minutes: after a hundred for one account, only addresses known to it
-- may try. The audit log is written from here.
create table login_failures (
  window_started_at timestamptz not null,
  -- Sixteen bits of the digest of the typed email, not the email: people type passwords into that field.
  account text not null,
  -- Null: no account has that email.
  user_id integer references users on delete cascade,
  -- An IPv4 address, or the network of an IPv6 address.
  network text not null,
  -- Address and method of the last attempt.
  address text not null,
  via text not null check (via in ('session', 'token')),
  failures integer not null,
  -- How many of the failures are in the audit log.
  reported integer not null,
  unique nulls not distinct (account, window_started_at, network, user_id)
);
create index login_failures_reported on login_failures (window_started_at) where reported > 0;

-- Networks from which people have logged in within the last 30 days.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network text not null,
  last_login_at timestamptz not null,
  primary key (user_id, network)
);

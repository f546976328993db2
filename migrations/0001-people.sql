-- People, what lets them in, and the counters that slow down password guessing on every node at once.
create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  -- Null until an invited person has chosen a password.
  password_hash text,
  role text not null check (role in ('admin', 'operator', 'viewer')),
  enabled boolean not null default true,
  -- Grows with each change of role or enabled, so that two editors do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- How they like pages: language, time zone, units and the like; what is absent is as it is for everybody.
  preferences jsonb not null default '{}'
);

-- Browsers that are logged in. The id in their cookie is stored as SHA-256; `id` is what lists call a session by.
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

-- Bearer tokens: of a login through the API (mobile), or made by a person for a program of theirs (api).
create table access_tokens (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  token_hint text not null,
  kind text not null check (kind in ('mobile', 'api')),
  user_id integer not null references users on delete cascade,
  name text not null,
  -- The most that it may do, whatever its owner may. Null: as much as its owner.
  role text check (role in ('admin', 'operator', 'viewer')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text,
  expires_at timestamptz,
  check (kind = 'api' or (role is null and last_used_at is not null and expires_at is not null))
);
create index access_tokens_of_user on access_tokens (user_id);
create unique index one_api_token_of_a_name on access_tokens (user_id, name) where kind = 'api';

-- What is shown once and used once: the code of the first set-up, and the links by which people choose a password.
create table one_time_codes (
  code_hash text primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'password_reset')),
  user_id integer references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'setup') = (user_id is null))
);
create unique index one_link_of_a_user on one_time_codes (user_id);

create table login_throttles (
  -- 'address:…' or 'account:…|address:…'
  key text primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

-- Failed logins of the last hour, ten minutes at a time: after a hundred for one account only addresses that it knows may
-- try. The audit log hears of them from here.
create table login_failures (
  window_started_at timestamptz not null,
  -- Sixteen bits of the digest of what was typed as the email: it may have been a password.
  account text not null,
  -- Null: no account has that email.
  user_id integer references users on delete cascade,
  -- An IPv4 address, or the network of an IPv6 address.
  network text not null,
  -- The last one tried from, and how.
  address text not null,
  via text not null check (via in ('session', 'token')),
  failures integer not null,
  -- As many of them as the audit log has heard of.
  told integer not null,
  unique nulls not distinct (account, window_started_at, network, user_id)
);
create index login_failures_told on login_failures (window_started_at) where told > 0;

-- Where people have logged in from within the last 30 days.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network text not null,
  last_login_at timestamptz not null,
  primary key (user_id, network)
);

-- People, their bearer tokens, and the counters that slow down password guessing on every node at once.
create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  password_hash text not null,
  role text not null check (role in ('admin', 'operator', 'viewer')),
  enabled boolean not null default true,
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table mobile_tokens (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index mobile_tokens_of_user on mobile_tokens (user_id);

create table login_throttles (
  -- 'address:…' or 'account:…|address:…'
  key text primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

-- Second factors: authenticator apps, passkeys and recovery codes, and logins that still need one.

-- What passkeys know a person by, instead of the email.
alter table users add column passkey_handle uuid not null unique default gen_random_uuid();

-- When the person last entered the password or used a passkey in this session. Null: when it was opened.
alter table sessions add column proven_at timestamptz;

create table authenticator_apps (
  user_id integer primary key references users on delete cascade,
  -- Encrypted.
  key_sealed bytea not null,
  added_at timestamptz not null,
  -- Start of the newest code that was accepted: it and older ones are refused.
  last_code_at timestamptz not null,
  -- Wrong codes since the last right one: after too many, only addresses known to the account may try.
  wrong_codes integer not null default 0
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- In base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, as it counts itself. Passkeys that are copied between devices stay at 0.
  sign_count bigint not null,
  -- How browsers reach it: usb, nfc, internal, hybrid, …
  transports text[] not null,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Challenges that a passkey has signed, until they expire: each is accepted once.
create table used_challenges (
  challenge_hash text primary key,
  expires_at timestamptz not null
);

-- A code is deleted when it is used.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Logins after the password and before the second factor, bound to a cookie of the browser.
create table pending_logins (
  cookie_hash text primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index pending_logins_of_user on pending_logins (user_id);

alter table settings
  drop constraint settings_key_check,
  add constraint settings_key_check check (key in ('map', 'retention', 'second_factor_required'));

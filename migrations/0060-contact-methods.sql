-- How people are reached: their contact methods, what they want to hear of, and the notifications that they were sent.
alter table users add column name text;
update users set name = split_part(email, '@', 1);
alter table users alter column name set not null;
alter table users add check (char_length(name) >= 1 and char_length(name) <= 100);

create table contact_methods (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('push', 'email', 'ntfy', 'telegram', 'webhook')),
  label text not null check (char_length(label) >= 1 and char_length(label) <= 100),
  -- pending: not verified yet. broken: its service refuses it. disabled: by its owner or an administrator.
  state text not null check (state in ('pending', 'verified', 'broken', 'disabled')),
  -- Why it is broken or disabled.
  reason text,
  -- By what its owner recognizes the address; never enough to send to it.
  address_hint text not null,
  -- minimal: severity and a link, no names or values.
  details text not null check (details in ('full', 'minimal')),
  -- Address, keys and options, encrypted.
  address_sealed bytea not null,
  -- Keyed digest of the address.
  fingerprint text not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  last_ok_at timestamptz,
  -- When a page of this browser last confirmed its subscription; only of push.
  last_seen_at timestamptz,
  unique (user_id, fingerprint)
);

-- Codes that prove that an address belongs to a person. A code is replaced by the next one.
create table contact_codes (
  method_id integer primary key references contact_methods on delete cascade,
  code_hash text not null,
  tries_left smallint not null,
  expires_at timestamptz not null
);

-- Codes sent within the last hour; they count even if the method is deleted and added again.
create table contact_codes_sent (
  user_id integer not null references users on delete cascade,
  fingerprint text not null,
  at timestamptz not null
);
create index contact_codes_sent_by on contact_codes_sent (user_id, at);
create index contact_codes_sent_to on contact_codes_sent (fingerprint, at);

create table notification_preferences (
  user_id integer primary key references users on delete cascade,
  min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
  -- {from, to, days, time_zone}; null: no quiet hours.
  quiet_hours jsonb,
  critical_breaks_quiet boolean not null,
  -- [{after_s, method_ids}]; method_ids null: every verified method.
  steps jsonb not null
);

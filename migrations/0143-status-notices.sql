-- What people tell the visitors of a status page in their own words: incidents, and maintenance that is planned.
create table status_notices (
  id integer generated always as identity primary key,
  site_id integer not null references status_pages on delete cascade,
  kind text not null,
  title text not null check (char_length(title) >= 1 and char_length(title) <= 120),
  text text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  -- Of an incident when it began, of maintenance when it is planned to begin.
  starts_at timestamptz not null,
  -- When maintenance is planned to end; null for an incident.
  ends_at timestamptz,
  -- When it was or will be over: the planned end, or the update that says so.
  over_at timestamptz,
  -- Devices on the page which it concerns.
  device_ids integer[] not null default '{}',
  -- What was added later, oldest first: at, state, text.
  updates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null
);
create index status_notices_of_page on status_notices (site_id, over_at);

-- Incremented by what changes the public page but not its settings, as a notice: what was computed before is not shown any
-- more.
alter table status_pages add column shown_version integer not null default 1;

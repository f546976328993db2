-- Reports that people get by mail every Monday.
create table weekly_reports (
  id integer primary key generated always as identity,
  user_id integer not null references users on delete cascade,
  kind text not null,
  -- Null: of all sites that the person reaches.
  site_id integer references sites on delete cascade,
  -- Null: of all devices.
  tag text,
  -- When the next one is sent.
  next_at timestamptz not null,
  created_at timestamptz not null
);
create unique index weekly_reports_once on weekly_reports (user_id, kind, coalesce(site_id, 0), coalesce(tag, ''));
create index weekly_reports_next on weekly_reports (next_at);

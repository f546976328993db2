-- Geofences as things of their own: drawn once, used by many rules, shown on maps. Rules that name one keep its shape in
-- their definition, as a new version for each change.
create table geofences (
  id integer generated always as identity primary key,
  -- Null: the whole installation.
  site_id integer references sites,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  -- A circle or a polygon, as in the condition of a rule.
  fence jsonb not null,
  -- Incremented by each change, so that two editors do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index geofences_by_name on geofences (name, (coalesce(site_id, 0)));

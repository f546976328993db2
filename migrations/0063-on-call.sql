-- Who is on call: schedules with their versions, overrides, and calendars of them.
create table schedules (
  id integer generated always as identity primary key,
  name text not null unique check (char_length(name) >= 1 and char_length(name) <= 100),
  -- Counts changes of any kind.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Up to when changes of the person on call were announced, and when to look next.
  handed_over_at timestamptz not null,
  next_hand_over_at timestamptz not null,
  gaps_checked_at timestamptz,
  -- Who was on call when it was last looked at; null: nobody.
  on_call integer references users on delete set null
);

-- The rotations from an instant on. A version that has begun is never changed, so the past stays as it was.
create table schedule_versions (
  schedule_id integer not null references schedules on delete cascade,
  valid_from timestamptz not null,
  time_zone text not null,
  -- [{people, start_date, unit, length, handover, weekdays?}], later ones win.
  layers jsonb not null,
  created_at timestamptz not null,
  created_by integer references users on delete set null,
  primary key (schedule_id, valid_from)
);

create table schedule_overrides (
  id integer generated always as identity primary key,
  schedule_id integer not null references schedules on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Null: whoever is on call.
  replaces integer references users on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null,
  created_by integer references users on delete set null,
  -- The other override of a swap; they are deleted together.
  swapped_with integer references schedule_overrides on delete set null
);
create index schedule_overrides_by_end on schedule_overrides (schedule_id, ends_at);

create table calendar_feeds (
  id integer generated always as identity primary key,
  secret_hash text not null unique,
  user_id integer not null references users on delete cascade,
  -- Null: the person's own shifts in all schedules.
  schedule_id integer references schedules on delete cascade,
  created_at timestamptz not null,
  last_read_at timestamptz
);
create index calendar_feeds_of_user on calendar_feeds (user_id);

create trigger schedule_is_published after insert or update or delete on schedules for each row
  execute function publish_record('schedule', 'id', 'handed_over_at', 'next_hand_over_at', 'gaps_checked_at', 'on_call');

-- Silences: planned work and quiet hours. Notifications are held, while alerts and incidents go on. Held notifications
-- are stored, so that they can be sent later, and so that no receiver gets the end of something whose beginning was not
-- sent.
create table silences (
  id integer generated always as identity primary key,
  reason text not null check (char_length(reason) >= 1 and char_length(reason) <= 500),
  -- Scope: any value of each list; an empty list is no limit.
  device_ids integer[] not null,
  tags text[] not null,
  modules text[] not null,
  rule_keys text[] not null,
  max_severity text not null check (max_severity in ('info', 'warning', 'critical')),
  covers_safety boolean not null,
  starts_at timestamptz not null,
  -- Null: every week until a person ends it.
  ends_at timestamptz check (ends_at > starts_at),
  -- {days, from, to, time_zone}; null: active all the time between start and end.
  weekly jsonb check (weekly is not null or ends_at is not null),
  created_at timestamptz not null,
  created_by integer references users on delete set null,
  ended_at timestamptz,
  ended_by integer references users on delete set null
);

-- One row for each notification held by a silence.
create table held_notifications (
  -- 'alert:7', 'incident:3', 'device:5'
  subject text not null,
  event text not null,
  device_id integer references devices on delete cascade,
  silence_id integer references silences on delete set null,
  announcement json not null,
  -- A held notification is sent when the silence ends if it is still true, or else dropped.
  status text not null check (status in ('held', 'sent', 'dropped')),
  held_at timestamptz not null,
  -- When to check again: at the end of the silence, or at once when the silence or the subject has changed.
  next_check_at timestamptz not null,
  primary key (subject, event)
);
create index held_notifications_due on held_notifications (next_check_at) where status = 'held';
create index held_notifications_of_silence on held_notifications (silence_id);

create trigger silence_is_published after insert or update or delete on silences for each row
  execute function publish_record('silence', 'id');

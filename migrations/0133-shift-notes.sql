-- A shift is handed over with notes to whoever comes next.
create table shift_notes (
  id integer generated always as identity primary key,
  schedule_id integer not null references schedules on delete cascade,
  text text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  written_at timestamptz not null,
  -- Null: somebody whose account is gone.
  written_by integer references users on delete set null,
  -- When somebody on call said that they had read it.
  seen_at timestamptz,
  seen_by integer references users on delete set null
);
create index shift_notes_of_schedule on shift_notes (schedule_id, id);
create index shift_notes_in_time on shift_notes (written_at);

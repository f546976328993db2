-- A shift is handed over with what was resolved in it, which is found by its time, and with notes to whoever comes next.
create index incidents_resolved on incidents (resolved_at) where status = 'resolved';

-- What all cells share, so it is made with the first of them.
create table if not exists public.shift_notes (
  id integer generated always as identity primary key,
  schedule_id integer not null references public.schedules on delete cascade,
  text text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  written_at timestamptz not null,
  -- Null: somebody whose account is gone.
  written_by integer references public.users on delete set null,
  -- When somebody on call said that they had read it.
  seen_at timestamptz,
  seen_by integer references public.users on delete set null
);
create index if not exists shift_notes_of_schedule on public.shift_notes (schedule_id, id);
create index if not exists shift_notes_in_time on public.shift_notes (written_at);

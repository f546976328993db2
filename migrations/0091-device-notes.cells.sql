-- Notes that people write on a device, such as "filter changed": shown in its charts and among its events.
create table device_notes (
  device_id integer not null references devices on delete cascade,
  note_id bigint generated always as identity,
  -- When it happened, as its author says.
  at timestamptz not null,
  written_at timestamptz not null,
  user_id integer references users on delete set null,
  text text not null check (char_length(text) >= 1 and char_length(text) <= 500),
  primary key (device_id, note_id)
);
create index device_notes_in_order on device_notes (device_id, at);

-- As in a cell that is made later: ids of different cells are different, since a site can move.
do $$
begin
  execute format(
    'alter table device_notes alter column note_id restart with %s',
    coalesce(substring(current_schema from '^cell_([0-9]+)$')::bigint, 0) * 1099511627776 + 1
  );
end
$$;

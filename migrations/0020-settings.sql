-- What administrators choose in the console for all nodes. A key without a row is as the environment says.
create table settings (
  key text primary key check (key in ('map', 'retention')),
  -- JSON null is a choice as well: the map that is built in.
  value jsonb not null,
  changed_at timestamptz not null
);

-- Settings that administrators choose in the console for all nodes. Without a row, the environment decides.
create table settings (
  key text primary key check (key in ('map', 'retention')),
  -- JSON null is a value as well: the built-in map.
  value jsonb not null,
  changed_at timestamptz not null
);

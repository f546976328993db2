-- Cells: where everything of a site lies. A cell is a schema with the tables of its sites; the first one is `public`.
create table cells (
  number integer primary key check (number >= 0),
  created_at timestamptz not null default now(),
  -- Whether the views over all cells include it: only then a site may lie in it.
  joined boolean not null default false
);
insert into cells (number, joined) values (0, true);

alter table sites add column cell integer not null default 0 references cells;

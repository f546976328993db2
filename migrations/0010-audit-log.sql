-- The audit log: one entry for each change by a person, a token, a command or the service itself, in its transaction.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No foreign key: an entry outlives its person, and keeps the email of that time.
  actor_id integer,
  actor_email text,
  via text not null check (via in ('session', 'token', 'command', 'system')),
  address text,
  action text collate "C" not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text,
  -- Only changed fields; null if there was nothing before, or is nothing after.
  before jsonb,
  after jsonb
);
create index audit_entries_of_actor on audit_entries (actor_id, id) where actor_id is not null;
create index audit_entries_by_action on audit_entries (action, id);
create index audit_entries_of_subject on audit_entries (subject_type, subject_id, id);
create index audit_entries_in_time on audit_entries (at, id);

-- Append-only, enforced by the database: an entry never changes, and is deleted only when it is older than a year.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'audit entries are append-only';
end
$$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

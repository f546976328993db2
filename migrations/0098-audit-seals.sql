-- Seals of audit entries: a chain of hashes, so that a change of the log past its own protection is noticed. Entries are
-- sealed after their transaction, in an order of their own; those from before this migration as they are now.
create table audit_seals (
  -- No foreign key: a seal outlives its entry.
  entry_id bigint primary key,
  -- Place in the chain, from 1 without gaps; null while the entry waits to be sealed.
  number bigint unique,
  at timestamptz,
  digest bytea,
  hash bytea,
  check (num_nulls(number, at, digest, hash) in (0, 4))
);
create index audit_seals_waiting on audit_seals (entry_id) where number is null;

create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into audit_seals (entry_id) select id from added;
  return null;
end
$$;
create trigger audit_entries_await_seal after insert on audit_entries
  referencing new table as added for each statement execute function await_audit_seal();
insert into audit_seals (entry_id) select id from audit_entries;

-- A seal is set once.
create function refuse_seal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.number is null and new.entry_id = old.entry_id then
    return new;
  end if;
  raise exception 'seals of audit entries are append-only';
end
$$;
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_seal_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_seal_change();

-- Messages that people have kept as examples, with the readings that their source must make of them.
alter table source_messages drop constraint source_messages_outcome_check;
alter table source_messages add constraint source_messages_outcome_check
  check (outcome in ('stored', 'quarantined', 'ignored', 'example'));

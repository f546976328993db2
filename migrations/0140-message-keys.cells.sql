-- Keys are stored with the readings of their message, so there are none of messages under way. Those that are must come again.
delete from source_message_keys where not is_stored;
alter table source_message_keys drop column is_stored;

-- The check that a source exists cost each message as much as an index. Messages are written under the lock of the state of
-- their source, and go with it; keys that come later go with their day.
alter table source_message_keys drop constraint if exists source_message_keys_source_id_fkey;
alter table source_messages drop constraint if exists source_messages_source_id_fkey;

-- Keys are stored with the readings of their message, so there are none of messages under way. The check that a source exists
-- cost as much as the key; keys of deleted sources go with their day.
alter table source_message_keys drop column is_stored, drop constraint if exists source_message_keys_source_id_fkey;

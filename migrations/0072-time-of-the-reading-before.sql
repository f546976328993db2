-- The statement that stores readings and updates their devices returns with this column the time of the record before:
-- only PostgreSQL 18 could return the old value of a column. Null until a reading has come that way.
alter table device_states add column evaluated_before timestamptz;

-- Links of notifications act for a person without a session: those sent before all logins of the person ended are dead.
alter table users add column logins_ended_at timestamptz;

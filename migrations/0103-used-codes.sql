-- Codes of authenticator apps that were used, newest first, by the second since 1970 from which each is valid. A clock that goes back
-- makes them valid again, and last_code_at is corrected then, so it cannot refuse them.
alter table authenticator_apps add column used_codes bigint[] not null default '{}';

-- Logins with an OpenID provider: which of its accounts belongs to whom, and what a login with it still has to do.

-- At most one account of a provider per person.
create table identities (
  id bigint generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  issuer text not null,
  -- What the provider knows its account by. It never changes, unlike the email.
  subject text not null,
  linked_at timestamptz not null,
  unique (issuer, subject)
);

alter table sessions
  -- The account with which the session was opened: without it, the session ends. Null: a password or a passkey.
  add column identity_id bigint references identities on delete cascade,
  -- Encrypted. Tells the provider at logout whose login ends.
  add column id_token_sealed bytea;
create index sessions_of_identity on sessions (identity_id) where identity_id is not null;

alter table pending_logins
  -- What the login still needs: a second factor, or that the person of an account agrees to the link by logging in to it.
  add column step text not null default 'second_factor' check (step in ('second_factor', 'link')),
  -- What the provider has said. Null: the login began with a password or a link.
  add column provider jsonb,
  add check (step <> 'link' or provider is not null);

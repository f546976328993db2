-- Visitors of a status page to whom its notices are mailed.
create table status_subscriptions (
  id integer generated always as identity primary key,
  site_id integer not null references status_pages on delete cascade,
  email text not null,
  language text not null,
  zone text,
  token_hash text not null unique,
  -- The token of its links, and the secret in the address of the page.
  sealed bytea not null,
  -- asked: a mail to confirm it is to be sent; mailed: it was; confirmed.
  state text not null default 'asked',
  -- Number of the last news of the page that was mailed, or that was on the page when it was confirmed.
  told_through integer not null default -1,
  next_try_at timestamptz not null,
  failures integer not null default 0,
  -- Since when the mail server says that there is no such mailbox.
  refused_since timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index status_subscriptions_once on status_subscriptions (site_id, lower(email));
create index status_subscriptions_due on status_subscriptions (site_id, told_through) where state <> 'mailed';

-- Whether visitors can subscribe, and the number of the last news: a notice, an update of one, or another time of maintenance.
alter table status_pages add column subscription boolean not null default false;
alter table status_pages add column news integer not null default 0;
-- Updates have theirs among their fields.
alter table status_notices add column news integer not null default 0;

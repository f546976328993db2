-- Relatives see the pages of some devices of a site, and nothing else there. They are no members and have no role that is
-- stored, so that whoever asks for a role, now or in a version before, finds none.
create table family_devices (
  user_id integer not null references users on delete cascade,
  site_id integer not null references sites on delete cascade,
  device_id integer not null references devices on delete cascade,
  -- They see nothing from before: the device may have been with somebody else.
  since timestamptz not null,
  primary key (user_id, site_id, device_id)
);
create index family_devices_of_site on family_devices (site_id);
create index family_devices_of_device on family_devices (device_id);

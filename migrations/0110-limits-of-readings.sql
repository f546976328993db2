-- Readings that each device of a site, and all of them together, may send a minute. Null: as many as the installation says;
-- 0: as many as they like.
alter table sites add column device_readings_per_minute integer;
alter table sites add column site_readings_per_minute integer;
alter table sites add constraint sites_device_readings_per_minute_check check (device_readings_per_minute >= 0);
alter table sites add constraint sites_site_readings_per_minute_check check (site_readings_per_minute >= 0);

alter table device_refusals drop constraint device_refusals_reason_check;
alter table device_refusals add constraint device_refusals_reason_check check (
  reason in (
    'content', 'device_limit', 'site_limit', 'no_token', 'unknown_token', 'misspelt_token', 'old_token', 'disabled'
  )
);

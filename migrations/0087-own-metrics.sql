-- How a device's own metrics are shown, and its icon: a device need not look like one of the six modules. `json` keeps
-- the order of the metrics, in which they are shown.
alter table devices
  add column metrics json not null default '{}',
  add column icon text;

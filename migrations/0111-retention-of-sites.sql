-- Days for which the readings of a site are kept, at least; null: as many as the installation says.
alter table sites add column retention_days integer;
alter table sites add constraint sites_retention_days_check check (retention_days >= 1);

-- The sites that a device has left, with its name on that day: past incidents there show that name, and no later one.
create table former_sites (
  device_id integer not null references devices on delete cascade,
  site_id integer not null references sites on delete cascade,
  name text not null,
  -- Of several departures, the last one. What the device sent from then on is not for this site.
  left_at timestamptz not null,
  primary key (device_id, site_id)
);

-- Earlier moves, as far as the audit log has them.
insert into former_sites (device_id, site_id, name, left_at)
select distinct on (d.id, s.id) d.id, s.id, e.subject_name, e.at
from audit_entries as e
join devices as d on d.id::text = e.subject_id
join sites as s on s.id = (e.before ->> 'site_id')::integer
where e.action = 'device.moved' and e.subject_name is not null
order by d.id, s.id, e.id desc;

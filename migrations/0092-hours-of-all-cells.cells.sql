-- With its names looked up once, here, the function can be copied for all cells at once.
create or replace function report_hours_between(since timestamptz, until timestamptz) returns setof report_hours
language sql stable
begin atomic
  select hour, device_id, device, tags, field, min, max, avg, count, day
  from report_hours
  where day >= (since at time zone 'UTC')::date and day <= (until at time zone 'UTC')::date
    and hour >= since and hour < until;
end;

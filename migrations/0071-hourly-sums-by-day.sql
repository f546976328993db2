-- Hourly sums outlast their readings, and with a reading every five minutes, a row for each hour took more bytes than the
-- readings. Now a row for each day has them in narrow arrays. A number is (base + element) / divisor: PostgreSQL rounds that
-- like the decimal number when it is parsed, so it is the same to the last bit.
create table hourly_metric_days (
  value_base bigint not null,
  sum_base bigint not null,
  count_base integer not null,
  -- A power of ten. Null if the numbers cannot be written in this way: then they are the elements.
  divisor integer,
  -- Day in UTC.
  day date not null,
  device_id integer not null,
  -- Field as in rules: metrics.systolic.
  field text not null,
  -- 24 minimums, 24 maximums, 24 sums and, unless all are the same, 24 counts, in the narrowest type that holds them. Null
  -- for an hour without sums. For "char", they are integers from -128 to 127.
  i1 "char"[],
  i2 smallint[],
  i4 integer[],
  f8 float8[],
  primary key (device_id, field, day),
  check (num_nonnulls(i1, i2, i4, f8) = 1 and (f8 is null) = (divisor is not null))
);

-- Decimals of a number, if the division by their power of ten gives it back; 10 if it has more. Minus zero has none that do.
create function decimals_of(value float8) returns integer
language sql immutable
as $$
  select case
    when value = 0 then case when value::text = '0' then 0 else 10 end
    when abs(value) >= 1e15 then 10
    when round(value) = value then 0
    when round(value * 1e1) / 1e1 = value then 1
    when round(value * 1e2) / 1e2 = value then 2
    when round(value * 1e3) / 1e3 = value then 3
    when round(value * 1e4) / 1e4 = value then 4
    when round(value * 1e5) / 1e5 = value then 5
    when round(value * 1e6) / 1e6 = value then 6
    when round(value * 1e7) / 1e7 = value then 7
    when round(value * 1e8) / 1e8 = value then 8
    when round(value * 1e9) / 1e9 = value then 9
    else 10
  end
$$;

insert into hourly_metric_days (device_id, field, day, divisor, value_base, sum_base, count_base, i1, i2, i4, f8)
with hours as (
  select
    device_id, field, (hour at time zone 'UTC')::date as day, extract(hour from hour at time zone 'UTC')::integer as place,
    count, min, max, sum, greatest(decimals_of(min), decimals_of(max)) as value_decimals
  from hourly_metrics
),
-- Adding floating-point numbers leaves noise, as in 84.30000000000001. A sum is replaced by the nearest number with no more
-- decimals than the values of the day, if the errors of adding can be the difference.
cleaned as (
  select
    device_id, field, day, place, count, min, max, value_decimals,
    case
      when abs(sum - rounded_sum) <= greatest(abs(min), abs(max), 1e-99) * 2 ^ -53 * count * (count + 1) then rounded_sum
      else sum
    end as sum
  from (
    select *, round(10 ^ max(value_decimals) over (partition by device_id, field, day)) as power
    from hours
  ) as of_day
  cross join lateral (
    select case when power <= 1e9 and abs(sum) * power < 1e15 then round(sum * power) / power else sum end as rounded_sum
  ) as r
  -- Gives `decimals_of` a column, so that PostgreSQL inlines the function.
  offset 0
),
days as (
  select
    device_id, field, day,
    round(10 ^ max(greatest(value_decimals, decimals_of(sum)))) as power,
    min(min) as least_value, max(max) as most_value, min(sum) as least_sum, max(sum) as most_sum,
    min(count) as least_count, max(count) as most_count,
    array_agg(place) as places, array_agg(count) as counts, array_agg(min) as mins, array_agg(max) as maxs,
    array_agg(sum) as sums
  from cleaned
  group by device_id, field, day
),
-- Below 1e15, products are precise enough to be rounded to the whole number that is meant.
divided as (
  select
    *,
    case
      when power <= 1e9 and greatest(abs(least_value), abs(most_value), abs(least_sum), abs(most_sum)) < 1e15 / power
        then case when greatest(most_value - least_value, most_sum - least_sum) < 4e9 / power then power end
    end as divisor
  from days
),
ranges as (
  select
    *,
    round(least_value * divisor) as value_from, round(most_value * divisor) - round(least_value * divisor) as value_span,
    round(least_sum * divisor) as sum_from, round(most_sum * divisor) - round(least_sum * divisor) as sum_span,
    most_count - least_count as count_span
  from divided
),
based as (
  select
    *,
    value_from + ceil(value_span / 2) as value_base, sum_from + ceil(sum_span / 2) as sum_base,
    least_count + (count_span + 1) / 2 as count_base,
    case when divisor is not null then greatest(value_span, sum_span, count_span) end as span
  from ranges
  -- Has these computed once per row, not per element.
  offset 0
)
select
  device_id, field, day, divisor, coalesce(value_base, 0), coalesce(sum_base, 0), count_base,
  case when span < 2 ^ 8 then elements::integer[]::"char"[] end,
  case when span >= 2 ^ 8 and span < 2 ^ 16 then elements::smallint[] end,
  case when span >= 2 ^ 16 then elements::integer[] end,
  case when span is null then elements end
from based
cross join lateral (
  select
    array_agg(coalesce(round(h.min * divisor) - value_base, h.min) order by p.place)
    || array_agg(coalesce(round(h.max * divisor) - value_base, h.max) order by p.place)
    || array_agg(coalesce(round(h.sum * divisor) - sum_base, h.sum) order by p.place)
    || case when count_span > 0 then array_agg((h.count - count_base)::float8 order by p.place) else '{}' end
    as elements
  from generate_series(0, 23) as p (place)
  left join unnest(places, counts, mins, maxs, sums) as h (place, count, min, max, sum) on h.place = p.place
) as e;

drop function decimals_of;

-- A row changes with each hour of its day. If its page has room for that, the index stays as it is; the rows above need none.
alter table hourly_metric_days set (fillfactor = 80);

alter table hourly_metrics rename to hourly_metric_rows;

-- A row for each hour again. A condition on the hour alone reads all days, so queries have one on the day as well.
create view hourly_metrics as
select
  (d.day + (h.place - 1) * interval '1 hour') at time zone 'UTC' as hour,
  case when d.divisor is null then h.min else (d.value_base + h.min) / d.divisor end as min,
  case when d.divisor is null then h.max else (d.value_base + h.max) / d.divisor end as max,
  case when d.divisor is null then h.sum else (d.sum_base + h.sum) / d.divisor end as sum,
  (d.count_base + coalesce(h.count, 0))::integer as count,
  d.device_id, d.field, d.day
from hourly_metric_days as d
-- The offset has the elements converted once per row, not once per part.
cross join lateral (
  select coalesce(d.i1::integer[]::float8[], d.i2::float8[], d.i4::float8[], d.f8) as elements
  offset 0
) as e
cross join lateral unnest(e.elements[1:24], e.elements[25:48], e.elements[49:72], e.elements[73:96])
  with ordinality as h (min, max, sum, count, place)
where h.min is not null;

create or replace view report_hours as
select
  h.hour, h.device_id, d.name as device, d.tags, h.field, h.min, h.max, h.sum / h.count as avg, h.count, h.day
from hourly_metrics as h
join devices as d on d.id = h.device_id
where d.deleted_at is null;

drop table hourly_metric_rows;

-- The hours of a range; reads only its days. PostgreSQL puts the query in place of the call, so that the index also serves
-- conditions on the device and the field.
create function report_hours_between(since timestamptz, until timestamptz) returns setof report_hours
language sql stable
as $$
  select hour, device_id, device, tags, field, min, max, avg, count, day
  from report_hours
  where day >= (since at time zone 'UTC')::date and day <= (until at time zone 'UTC')::date
    and hour >= since and hour < until
$$;

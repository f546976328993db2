-- Readings older than a day are compacted: some 2,000 of a device at a time become a chunk, with a row for each field.
-- A reading is in exactly one place, a row or a chunk; `readings` shows both.
alter table readings rename to reading_rows;
alter index readings_pkey rename to reading_rows_pkey;
-- The service reads both from rows and from chunks.
drop view track;
drop view module_events;

-- A field is `at` (which stands for the chunk), `received_at` (milliseconds after `at`), `ts`, `lat`, `lng`, `battery`,
-- `signal`, `module`, `digest`, or named as in rules: metrics.pulse, flags.sos. A field that no reading has takes no row.
-- A whole number is (base + step * place + x) / divisor, where `place` counts from 0 and `x` is from the one array that
-- is set, or 0 without one. Other values are in `f8`, `truths` or `words`. An array with one element stands for all
-- readings; a null in an array, for a value that the reading did not have.
create table reading_chunks (
  -- The places of the first and the last reading in the order of the history.
  first_at timestamptz not null,
  first_digest bigint not null,
  last_at timestamptz not null,
  last_digest bigint not null,
  base bigint,
  step bigint,
  divisor bigint,
  device_id integer not null,
  -- Number of readings.
  n integer not null check (n > 0),
  field text not null,
  -- Integers from -128 to 127.
  i1 "char"[],
  i2 smallint[],
  i4 integer[],
  f8 float8[],
  truths boolean[],
  words text[],
  -- Only for `at`: all fields of the chunk, and the version of this layout.
  fields text[],
  format smallint,
  primary key (device_id, field, first_at, first_digest),
  check (num_nonnulls(i1, i2, i4, f8, truths, words) <= 1),
  check (coalesce(cardinality(i1), cardinality(i2), cardinality(i4), n) = n),
  check (coalesce(cardinality(f8), cardinality(truths), cardinality(words), n) in (1, n))
) partition by range (first_at);
-- Compressed before they are moved out of their row.
alter table reading_chunks
  alter column i1 set storage main,
  alter column i2 set storage main,
  alter column i4 set storage main,
  alter column f8 set storage main,
  alter column truths set storage main,
  alter column words set storage main;

do $$
declare
  month record;
  part text;
begin
  for month in
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits as i
    join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'reading_rows'::regclass
  loop
    part := replace(month.name, 'readings_', 'reading_chunks_');
    execute format('create table %I (like reading_chunks including all) with (toast_tuple_target = 128)', part);
    execute format('alter table reading_chunks attach partition %I %s', part, month.bounds);
  end loop;
end
$$;

-- Readings up to this time may be in chunks.
alter table device_states add column compacted_until timestamptz;

-- Months whose chunks were expanded: only a person compacts them again.
create table expanded_months (
  month date primary key
);

-- The chunks of a device that may have readings in a range: `since` is included, `until` is not. Chunks do not overlap, so
-- of those that begin before the range, only the last ones can reach into it.
create function chunks_between(device integer, since timestamptz, until timestamptz)
returns setof reading_chunks
language sql stable parallel safe
begin atomic
  select c.*
  from reading_chunks as c
  where c.device_id = device and c.field = 'at' and c.first_at < until and c.last_at >= since
    and c.first_at >= coalesce(
      (
        select b.first_at
        from reading_chunks as b
        where b.device_id = device and b.field = 'at' and b.first_at < since
        order by b.first_at desc
        limit 1
      ),
      since
    );
end;

-- The numbers of one field, a row each: `value` in double precision, and exactly `whole / divisor` or `value`.
-- Conditions on `first_at` and `last_at` choose the chunks; without them, all are read.
create view chunk_numbers as
select
  c.device_id, c.field, c.first_at, c.first_digest, c.last_at, v.place,
  to_timestamp((t.base + t.step * v.place + coalesce(v.at_offset, 0))::float8 / t.divisor) as at,
  case
    when c.f8 is null then o.whole::float8 / c.divisor
    when cardinality(c.f8) = 1 then c.f8[1]
    else v.number
  end as value,
  o.whole,
  c.divisor
from reading_chunks as c
join reading_chunks as t
  on t.device_id = c.device_id and t.field = 'at' and t.first_at = c.first_at and t.first_digest = c.first_digest
cross join lateral rows from (
  generate_series(0, c.n - 1),
  unnest(coalesce(t.i1::integer[], t.i2::integer[], t.i4)),
  unnest(coalesce(c.i1::integer[], c.i2::integer[], c.i4)),
  unnest(c.f8)
) as v (place, at_offset, "offset", number)
cross join lateral (
  select case
    when c.divisor is null then null
    when num_nulls(c.i1, c.i2, c.i4) = 3 then c.base + c.step * v.place
    else c.base + c.step * v.place + v."offset"
  end as whole
) as o;

-- The readings of chunks, as rows: for reports and rare questions. The service decodes chunks itself, in less time.
create view chunk_readings as
select
  t.device_id, t.first_at, t.last_at, to_timestamp(r.at_s) as at, to_timestamp(r.at_s + r.later_s) as received_at,
  case when r.beyond is null then r.at_s else r.at_s * 1000 + r.beyond end::bigint as ts, r.lat, r.lng, r.battery,
  r.signal, r.clock_suspect, r.module, r.metrics, r.flags
from reading_chunks as t
cross join lateral (
  select
    max(number) filter (where field = 'at') as at_s,
    max(number) filter (where field = 'received_at') as later_s,
    max(number) filter (where field = 'ts') as beyond,
    max(number) filter (where field = 'lat') as lat,
    max(number) filter (where field = 'lng') as lng,
    max(number) filter (where field = 'battery') as battery,
    max(number) filter (where field = 'signal') as signal,
    count(*) filter (where field = 'clock_suspect') > 0 as clock_suspect,
    max(word) filter (where field = 'module') as module,
    jsonb_object_agg(substr(field, 9), value) filter (where field like 'metrics.%') as metrics,
    jsonb_object_agg(substr(field, 7), value) filter (where field like 'flags.%') as flags
  from (
    select c.field, v.place, o.number, o.truth, o.word, coalesce(to_jsonb(o.number), to_jsonb(o.truth), to_jsonb(o.word)) as value
    from unnest(t.fields) as of_chunk (field)
    join reading_chunks as c
      on c.device_id = t.device_id and c.field = of_chunk.field and c.first_at = t.first_at
        and c.first_digest = t.first_digest
    cross join lateral rows from (
      generate_series(0, c.n - 1),
      unnest(coalesce(c.i1::integer[], c.i2::integer[], c.i4)),
      unnest(c.f8),
      unnest(c.truths),
      unnest(c.words)
    ) as v (place, "offset", number, truth, word)
    cross join lateral (
      select
        case
          when c.divisor is null then case when cardinality(c.f8) = 1 then c.f8[1] else v.number end
          when num_nulls(c.i1, c.i2, c.i4) = 3 then (c.base + c.step * v.place)::float8 / c.divisor
          else (c.base + c.step * v.place + v."offset")::float8 / c.divisor
        end as number,
        case when cardinality(c.truths) = 1 then c.truths[1] else v.truth end as truth,
        case when cardinality(c.words) = 1 then c.words[1] else v.word end as word
    ) as o
    where num_nonnulls(o.number, o.truth, o.word) > 0
  ) as of_reading
  group by place
) as r
where t.field = 'at';

-- All readings, wherever they are.
create view readings as
select
  at, received_at, device_id, ts, lat, lng, battery, signal, clock_suspect, module, metrics, flags, at as first_at,
  at as last_at
from reading_rows
union all
select
  at, received_at, device_id, ts, lat, lng, battery, signal, clock_suspect, module, metrics, flags, first_at, last_at
from chunk_readings;

-- The report views keep their names and columns. PostgreSQL cannot know from a condition on `at` which chunks matter, so
-- for a range of time there are functions, which pass it on to the bounds of the chunks.
create view report_stored_readings as
select
  r.at, r.received_at, r.device_id, d.name as device, d.tags, r.module, r.lat, r.lng, r.battery, r.signal,
  coalesce(r.metrics, '{}') as metrics, coalesce(r.flags, '{}') as flags, r.clock_suspect, r.first_at, r.last_at
from readings as r
join devices as d on d.id = r.device_id
where d.deleted_at is null;

create or replace view report_readings as
select at, received_at, device_id, device, tags, module, lat, lng, battery, signal, metrics, flags, clock_suspect
from report_stored_readings;

create view report_stored_values as
select v.at, v.device_id, d.name as device, d.tags, v.module, v.field, v.value, v.first_at, v.last_at
from (
  select r.at, r.device_id, r.module, m.field, m.value, r.at as first_at, r.at as last_at
  from reading_rows as r
  cross join lateral (
    select 'metrics.' || m.key as field, m.value::text::float8 as value
    from jsonb_each(r.metrics) as m
    where jsonb_typeof(m.value) = 'number'
    union all
    select 'battery', r.battery where r.battery is not null
    union all
    select 'signal', r.signal where r.signal is not null
  ) as m
  union all
  select
    n.at, n.device_id, case when cardinality(w.words) = 1 then w.words[1] else w.words[n.place + 1] end, n.field,
    n.value, n.first_at, n.last_at
  from chunk_numbers as n
  join reading_chunks as w
    on w.device_id = n.device_id and w.field = 'module' and w.first_at = n.first_at and w.first_digest = n.first_digest
  where (n.field like 'metrics.%' or n.field in ('battery', 'signal')) and n.value is not null
) as v
join devices as d on d.id = v.device_id
where d.deleted_at is null;

create or replace view report_values as
select at, device_id, device, tags, module, field, value from report_stored_values;

-- `since` is included, `until` is not. A single query without a privilege of its own, so that PostgreSQL plans it as a
-- part of the statement around it. A chunk lies within a month, so earlier months are not read.
create function report_readings_between(since timestamptz, until timestamptz)
returns setof report_readings
language sql stable parallel safe
begin atomic
  select at, received_at, device_id, device, tags, module, lat, lng, battery, signal, metrics, flags, clock_suspect
  from report_stored_readings
  where first_at >= date_trunc('month', since at time zone 'UTC') at time zone 'UTC' and first_at < until
    and last_at >= since and at >= since and at < until;
end;

create function report_values_between(since timestamptz, until timestamptz)
returns setof report_values
language sql stable parallel safe
begin atomic
  select at, device_id, device, tags, module, field, value
  from report_stored_values
  where first_at >= date_trunc('month', since at time zone 'UTC') at time zone 'UTC' and first_at < until
    and last_at >= since and at >= since and at < until;
end;

-- Readers of the report views also read the two behind these functions.
do $$
declare
  reader record;
begin
  for reader in
    select distinct grantee::name as name
    from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'report_values' and privilege_type = 'SELECT'
      and grantee <> current_user and grantee <> 'PUBLIC'
  loop
    execute format('grant select on report_stored_readings, report_stored_values to %I', reader.name);
  end loop;
end
$$;

-- How often a device usually sends, learnt from when it was heard, so that a device without an interval of its own is not
-- called offline between its readings (src/core/devices/README.md). Unknown for the devices that are there.
alter table device_states
  -- Null until it is known.
  add column usual_interval_s integer,
  -- The last silences in seconds, at most nine, newest last. Null if there was none since it was last heard steadily.
  add column silences integer[],
  -- End of the last silence.
  add column heard_since timestamptz;

-- The last nine silences with another one. A longer one counts as a month: it is no interval.
create function with_silence(silences integer[], seconds float8) returns integer[]
language sql immutable parallel safe
begin atomic
  select case when cardinality(silences) >= 9 then silences[2:] else silences end || least(round(seconds), 2678400)::integer;
end;

-- The third longest of these silences, if there are enough of them: three to change what is known, five for the first.
create function usual_interval(silences integer[], known integer) returns integer
language sql immutable parallel safe
begin atomic
  select case
    when cardinality(silences) >= case when known is null then 5 else 3 end
    then (select u.seconds from unnest(silences) as u (seconds) order by u.seconds desc offset 2 limit 1)
    else known
  end;
end;

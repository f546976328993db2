-- The latest values of a device under new names, up to 512 names: a device that makes up names would otherwise slow down
-- whoever reads them, and its own readings. Names that it has are kept up to date; of new ones, the first by the alphabet.
create function latest_values(known jsonb, sent jsonb) returns jsonb
language sql immutable parallel safe
begin atomic
  select case
    when known ?& array(select n.key from jsonb_object_keys(sent) as n (key)) then known || sent
    else known || (
      select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
      from (
        select s.key, s.value, k.key is not null as is_known,
          row_number() over (partition by k.key is not null order by s.key) as place
        from jsonb_each(sent) as s
        left join jsonb_object_keys(known) as k (key) on k.key = s.key
      ) as v
      where v.is_known or v.place <= 512 - (select count(*) from jsonb_object_keys(known))
    )
  end;
end;

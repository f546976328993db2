-- The function of the latest values measures them itself: a cluster allows only immutable functions where rows are changed.
-- Values that are smaller have fewer than 512 names together, and to count them would take longer than all the rest.
create or replace function latest_values(known jsonb, sent jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  if pg_column_size(known) < 1000 and pg_column_size(sent) < 2000
    or known ?& array(select n.key from jsonb_object_keys(sent) as n (key))
  then return known || sent; end if;
  return known || (
    select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
    from (
      select s.key, s.value, k.key is not null as is_known,
        row_number() over (partition by k.key is not null order by s.key) as place
      from jsonb_each(sent) as s
      left join jsonb_object_keys(known) as k (key) on k.key = s.key
    ) as v
    where v.is_known or v.place <= 512 - (select count(*) from jsonb_object_keys(known))
  );
end;
$$;

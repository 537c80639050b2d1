-- Returns every two neighboring characters as a word, and the last one alone, because Chinese and Japanese do not
-- separate words. In SQL because triggers fill the index with it.
create or replace function sign_pairs(text) returns text[] language sql immutable strict parallel safe
  return case when $1 ~ '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]' then coalesce((
    select array_agg(distinct pair) from (
      select sign || coalesce(lead(sign) over (partition by r order by n), '') as pair
      from regexp_matches($1, '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+', 'g') with ordinality as m(run, r),
        string_to_table(run[1], null) with ordinality as c(sign, n)) as pairs), '{}') end;

-- Returns who or what has a name like this: whole words first, then beginnings of words, then parts of words, and
-- similar spellings only where nothing else matches. Reads little more than it returns, however many rows there are. In
-- SQL because it runs as the owner: under row-level security, LIKE and `@@` could not use the indexes.
create or replace function find_by_name(book text, typed text, at_most integer) returns table (id uuid, rank integer, loose boolean)
language plpgsql stable security definer rows 10 set search_path = public, pg_temp
  -- A limit makes the planner believe that a scan of the whole table is cheap, which is wrong where little matches.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  needle text := left(btrim(regexp_replace(fold_text(typed), '\s+', ' ', 'g')), 100);
  -- Quoted for a tsquery.
  words text[] := array(select $q$'$q$ || replace(replace(word, '\', '\\'), $q$'$q$, $q$''$q$) || $q$'$q$
    from string_to_table(needle, ' ') with ordinality as w(word, n) where n <= 6 order by n);
  -- The beginnings of the words, quoted.
  starts text[] := array(select $q$'$q$ || replace(replace(left(word, 3), '\', '\\'), $q$'$q$, $q$''$q$) || $q$':*$q$
    from string_to_table(needle, ' ') with ordinality as w(word, n) where n <= 6 order by n);
  tokens text[] := (string_to_array(replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_'), ' '))[1:6];
  line text;
  ways text[];
  way text;
  found uuid[] := '{}';
  more uuid[];
  -- By similarity only.
  spelt boolean := false;
begin
  if book not in ('contacts', 'clients', 'profiles', 'companies', 'leads') then
    raise exception 'find_by_name: no such book' using errcode = 'invalid_parameter_value';
  end if;
  if needle = '' or not staff and (own is null or book in ('companies', 'leads')) then return; end if;
  line := case when staff then 'true' else 'company_id = $2' end
    || case book when 'contacts' then ' and archived_at is null' when 'clients' then ' and archived_at is null'
      when 'profiles' then ' and deactivated_at is null' when 'leads' then ' and merged_into is null' else '' end;
  if staff then
    ways := array[
      format('name_words(search) @@ %L::tsquery', array_to_string(words, ' & ')),
      format('left(search, 60) like %L', ' ' || replace(replace(replace(left(needle, 55), '\', '\\'), '%', '\%'), '_', '\_') || '%'),
      format('name_words(search) @@ %L::tsquery', array_to_string(words, ':* & ') || ':*')];
  else
    ways := array[
      (select string_agg(format('search like %L', '% ' || token || ' %'), ' and ') from unnest(tokens) as token),
      null,
      (select string_agg(format('search like %L', '% ' || token || '%'), ' and ') from unnest(tokens) as token)];
  end if;
  ways := ways || array[
    (select string_agg(format('search like %L', '%' || token || '%'), ' and ') from unnest(tokens) as token
      having bool_and(length(token) >= 3)),
    -- Similar spellings among the first 500 names whose words begin alike. Comparing every name would take too long.
    case when length(needle) < 4 then null
      when staff then format('name_words(search) @@ %L::tsquery', array_to_string(starts, ' & '))
      else (select string_agg(format('search like %L', '% ' || rtrim(left(token, 3), '\') || '%'), ' and ') from unnest(tokens) as token) end];
  for at in 1 .. 5 loop
    way := ways[at];
    continue when way is null or at = 5 and found <> '{}';
    spelt := at = 5;
    -- Beginnings of names are ordered in the index, so the first matches come without collecting all.
    perform set_config('enable_indexscan', case at when 2 then 'on' else 'off' end, true),
      set_config('enable_bitmapscan', case at when 2 then 'off' else 'on' end, true);
    execute format('select array_agg(id) from (select id from (select id, search from %I where %s and %s limit %s) as picked where %s
      order by starts_with(search, '' '' || $1) desc, word_similarity($1, search) desc, length(search), id limit $3) as best', book, line, way,
      case when spelt then 500 else 60 end, case when spelt then 'word_similarity($1, search) >= 0.5' else 'true' end)
      into more using needle, own, at_most;
    found := found || array(select m from unnest(more) with ordinality as m(m, n) where m <> all (found) order by n);
    exit when cardinality(found) >= at_most;
  end loop;
  return query select f.id, f.n::integer, spelt from unnest(found[1:at_most]) with ordinality as f(id, n);
end $$;
revoke all on function find_by_name(text, text, integer) from public;
grant execute on function find_by_name(text, text, integer) to portal_tenant, portal_staff;

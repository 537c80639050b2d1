-- Returns published products with these words and a score from 0 to 1000. If no product has all of them as typed, it
-- tries them as beginnings of words, then with corrected spelling (`instead` has the corrected words), and finally
-- finds products with at least half of the words. `how` is `all`, `corrected` or `some`. In SQL because it runs as the
-- owner: `@@` could not use the index behind the view.
create or replace function find_products(typed text) returns table (id uuid, score integer, how text, instead text)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  weights constant real[] := '{0.05, 0.2, 0.5, 1}';
  corrected text;
  spelling text;
  beginnings boolean;
  wanted tsquery;
  parts tsquery[];
begin
  foreach spelling in array array[typed, null] loop
    if spelling is null then
      corrected := public.correct_catalogue_words(typed);
      exit when corrected is null;
      spelling := corrected;
    end if;
    foreach beginnings in array array[false, true] loop
      wanted := public.search_query(spelling, beginnings);
      if wanted is null then return; end if;
      return query select t.product_id, least(1000, ts_rank(weights, t.words, wanted) * 1000)::integer, case when corrected is null then 'all' else 'corrected' end, corrected
        from derived.catalogue_texts t where t.words @@ wanted;
      if found then return; end if;
    end loop;
  end loop;
  parts := array(
    select plainto_tsquery('pg_catalog.english', word) || plainto_tsquery('pg_catalog.simple', word)
    from unnest((string_to_array(public.search_text(left(coalesce(corrected, typed), 200)), ' '))[1:12]) as word
    where length(word) > 1 and ts_lexize('english_stem', word) <> '{}');
  if cardinality(parts) < 2 then return; end if;
  return query select t.product_id, least(1000, c.hits * 1000 / cardinality(parts) - 100 + (c.rank * 100)::integer)::integer, 'some', corrected
    from derived.catalogue_texts t
    cross join lateral (
      select count(*)::integer as hits, sum(ts_rank(weights, t.words, part)) / cardinality(parts) as rank
      from unnest(parts) as part where t.words @@ part) as c
    where c.hits * 2 >= cardinality(parts);
end $$;
revoke all on function find_products(text) from public;
grant execute on function find_products(text) to portal_tenant, portal_staff;

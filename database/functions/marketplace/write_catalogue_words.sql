-- Writes the words of products; those of unpublished products are deleted. In SQL because triggers call it, whatever
-- writes products.
create or replace function write_catalogue_words(of_products uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from derived.catalogue_texts where product_id = any(of_products);
  delete from derived.catalogue_words where product_id = any(of_products);
  with texts as (
    select p.id, p.name, p.promise, public.category_words(p.category) as category, coalesce(i.names, '') as tools,
      concat_ws(' ', p.problem, array_to_string(p.steps, ' '), array_to_string(p.needs, ' '), array_to_string(p.included, ' '), array_to_string(p.limits, ' ')) as more
    from public.products p
    left join lateral (select string_agg(name, ' ') as names from public.product_integrations where company_id = p.company_id and product_id = p.id) as i on true
    where p.id = any(of_products) and p.status = 'published')
  , written as (
    insert into derived.catalogue_texts
    select id, public.weighed_words(name, 'A') || public.weighed_words(tools, 'B') || public.weighed_words(category || ' ' || promise, 'C')
      || public.weighed_words(more, 'D') from texts
    on conflict (product_id) do update set words = excluded.words)
  insert into derived.catalogue_words
  select distinct id, word from texts, string_to_table(public.search_text(concat_ws(' ', name, tools, category, promise, more)), ' ') as word
  where length(word) between 3 and 40 and word !~ '^[0-9]+$'
  on conflict do nothing;
end $$;
revoke all on function write_catalogue_words(uuid[]) from public;

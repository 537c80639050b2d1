-- Writes the words of products whose tools changed.
create or replace function keep_words_of_tools() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.write_catalogue_words(array(select distinct product_id from changed));
  return null;
end $$;
revoke all on function keep_words_of_tools() from public;

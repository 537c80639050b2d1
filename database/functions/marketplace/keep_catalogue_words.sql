-- Writes the words of a changed product.
create or replace function keep_catalogue_words() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.write_catalogue_words(array[new.id]);
  return null;
end $$;
revoke all on function keep_catalogue_words() from public;

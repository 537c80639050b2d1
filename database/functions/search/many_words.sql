-- Returns the words of the first 820,000 characters of a text, as far as they fit in one row. In SQL because
-- `write_words` uses it.
create or replace function many_words(body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  found tsvector := '';
begin
  for i in 0 .. least(length(body) / 20000, 40) loop
    found := found || public.search_words(substr(body, i * 20000 + 1, 20000));
  end loop;
  return found;
exception when program_limit_exceeded then
  return found;
end $$;

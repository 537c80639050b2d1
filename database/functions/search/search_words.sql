-- Returns the words of a text and their stems, so that "licenses" finds "license" and "IT" is not lost as a stop word.
-- Without positions it is half the size; phrases are searched in the text itself. In SQL because triggers fill the
-- index with it.
create or replace function search_words(body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  plain text := search_text(left(body, 20000));
  pairs text[] := sign_pairs(plain);
  found tsvector := strip(to_tsvector('pg_catalog.english', plain) || to_tsvector('pg_catalog.simple', plain));
begin
  return case when pairs is null then found else found || array_to_tsvector(pairs) end;
end $$;

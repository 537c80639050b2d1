-- Returns words with a weight: A for the name, B for tools, C for category and promise, D for everything else. In SQL
-- because `write_catalogue_words` uses it for each product.
create or replace function weighed_words(body text, weight "char") returns tsvector language sql immutable strict parallel safe
  return setweight(to_tsvector('pg_catalog.english', search_text(body)) || to_tsvector('pg_catalog.simple', search_text(body)), weight);

-- Returns stems, so that "licenses" finds "license", and the words as they are, so that "IT" is not lost as a stop
-- word. In SQL because a generated column uses it.
create or replace function words_of(text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.english', $1) || to_tsvector('pg_catalog.simple', $1);

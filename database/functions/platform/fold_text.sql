-- Returns text in lower case without accents: "muller" finds "Müller", and both sort together.
create or replace function fold_text(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g'));

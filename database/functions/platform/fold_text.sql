-- Returns text in lower case without accents, and with the letters that people type where a keyboard lacks one, such as
-- "ss" for "ß": "muller" finds "Müller", and both sort together. `foldText` in src/contract/plain/fold-text.ts does the
-- same. In SQL because indexes and generated columns use it.
create or replace function fold_text(text) returns text language sql immutable strict parallel safe
  return translate(replace(replace(replace(replace(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðı', 'olddi');

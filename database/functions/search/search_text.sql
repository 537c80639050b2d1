-- Returns text as it is searched: lower case without accents, words separated by single spaces. Ranges and not
-- character classes, because what is a letter depends on the locale of the database, and what is punctuation does not.
-- In SQL because functions that triggers call use it.
create or replace function search_text(text) returns text language sql immutable strict parallel safe cost 500
  return btrim(regexp_replace(fold_text($1),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\uff00-\uff0f\uff1a-\uff20]+', ' ', 'g'));

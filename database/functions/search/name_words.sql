-- Returns the words of a name. An index of them serves searches across companies, where trigrams match far too many
-- names. In SQL because indexes use it.
create or replace function name_words(text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select left(word, 200) from string_to_table($1, ' ') as word where word <> ''));

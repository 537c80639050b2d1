-- Loads the extension. Otherwise only a superuser could use its setting in the function below.
select similarity('', '');

-- Corrects words that no published product has: replaces them by the most similar ones, and joins or splits them as
-- products write them. Returns null when there is nothing to correct. In SQL because it runs as the owner: logins
-- cannot read the words.
create or replace function correct_catalogue_words(typed text) returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set pg_trgm.similarity_threshold = 0.2 as $$
declare
  tokens text[] := (string_to_array(nullif(public.search_text(left(typed, 200)), ''), ' '))[1:12];
  corrected text[] := '{}';
  changed boolean := false;
  token text;
  better text;
  i integer := 1;
begin
  while i <= coalesce(cardinality(tokens), 0) loop
    token := tokens[i];
    better := null;
    if i < cardinality(tokens) and length(token || tokens[i + 1]) <= 40
      and exists (select from derived.catalogue_words where word = token || tokens[i + 1]) then
      corrected := corrected || (token || tokens[i + 1]);
      changed := true;
      i := i + 2;
      continue;
    end if;
    if length(token) between 3 and 40
      and not exists (select from derived.catalogue_texts where words @@ public.search_query(token)) then
      -- Two words written as one.
      select left(token, at) || ' ' || substr(token, at + 1) into better from generate_series(2, length(token) - 3) as at
      where (left(token, at) = 'it' or exists (select from derived.catalogue_words where word = left(token, at)))
        and exists (select from derived.catalogue_words where word = substr(token, at + 1))
      order by at desc limit 1;
      if better is null then
        select word into better from (
          select w.word, count(*) as entries, similarity(token, w.word) as alike,
            -- Two swapped letters count as one error. A word that is not typed to its end is a little further away.
            least(levenshtein(token, w.word)
                - case when array(select l from string_to_table(w.word, null) as l order by l) = array(select l from string_to_table(token, null) as l order by l) then 1 else 0 end,
              levenshtein(token, left(w.word, length(token))) + 0.5) as errors
          from derived.catalogue_words w
          where w.word % token
            -- Short words with a wrong letter in the middle share almost nothing but their beginning.
            or length(token) <= 5 and w.word like left(token, 1) || '%' and length(w.word) between length(token) - 1 and length(token) + 1
          group by w.word) as ranked
        where (length(token) > 4 and errors <= 2 or left(word, 1) = left(token, 1)) and errors <= case when length(token) <= 4 then 1 when length(token) <= 8 then 2 else 3 end and errors < length(token) * 0.5
        order by errors, entries desc, alike desc, word limit 1;
      end if;
    end if;
    changed := changed or better is not null;
    corrected := corrected || coalesce(better, token);
    i := i + 1;
  end loop;
  i := 1;
  while i < coalesce(cardinality(corrected), 0) loop
    better := corrected[i] || corrected[i + 1];
    if length(better) <= 40 and exists (select from derived.catalogue_words where word = better) then
      corrected := corrected[:i - 1] || better || corrected[i + 2:];
      changed := true;
    end if;
    i := i + 1;
  end loop;
  return case when changed then array_to_string(corrected, ' ') end;
end $$;
revoke all on function correct_catalogue_words(text) from public;

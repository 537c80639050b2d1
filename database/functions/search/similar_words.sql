-- Loads the extension: only a superuser may put a setting of one that is not loaded into a function.
select similarity('', '');

-- Returns up to three words that are most similar to a misspelled one, best first: only words that the caller may read.
-- Partners get words of their own company, and none that only notes have. In SQL because it runs as the owner: logins
-- cannot read the words.
create or replace function similar_words(misspelt text, of_company uuid default null) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set pg_trgm.similarity_threshold = 0.2 as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  wrong text := public.search_text(left(misspelt, 60));
  letters text[] := array(select l from string_to_table(wrong, null) as l order by l);
  wrongs integer := case when length(wrong) <= 4 then 1 when length(wrong) <= 8 then 2 else 3 end;
  candidates text;
begin
  if length(wrong) < 3 or length(wrong) > 40 then return; end if;
  if staff then own := of_company; end if;
  if own is null and not staff then return; end if;
  candidates := case when own is null then 'select word from derived.words_of_all where '
    else 'select word from derived.words where company_id = $2 and ($3 or open) and ' end;
  candidates := '(' || candidates || 'word % $1 order by similarity($1, word) desc limit 40)'
    -- Short words with a wrong letter in the middle share almost nothing but their beginning.
    || case when length(wrong) <= 5 then ' union (' || candidates
      || 'word like left($1, 1) || ''%'' and length(word) between length($1) - 1 and length($1) + 1 limit 3000)' else '' end;
  return query execute format('
    select word from (
      select word, $1 = word as same,
        -- Two swapped letters count as one error. A word that is not typed to its end is a little further away.
        least(levenshtein($1, word) - case when array(select l from string_to_table(word, null) as l order by l) = $4 then 1 else 0 end,
          levenshtein($1, left(word, length($1))) + case when word = left(word, length($1)) then 0 else 0.5 end) as errors,
        similarity($1, word) as alike
      from (%s) as picked) as ranked
    where not same and errors <= $5 and errors < length($1) * 0.5 order by errors, alike desc, word limit 3', candidates)
    using wrong, own, staff, letters, wrongs;
end $$;
revoke all on function similar_words(text, uuid) from public;

-- Returns the words with those that no ticket has replaced by the most similar ones; null when there is nothing to
-- correct. In SQL because it runs as the owner: logins cannot read the words.
create or replace function correct_words(typed text, of_company uuid default null) returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  tokens text[] := (string_to_array(nullif(public.search_text(left(typed, 400)), ''), ' '))[1:12];
  corrected text[] := '{}';
  changed boolean := false;
  token text;
  known boolean;
  better text;
begin
  if staff then own := of_company; elsif own is null then return null; end if;
  foreach token in array coalesce(tokens, '{}') loop
    known := length(token) < 3 or token ~ '[0-9]' or case
      when own is null then exists (select from derived.words_of_all where word = token)
      else exists (select from derived.words where company_id = own and word = token and (staff or open)) end;
    if not known then
      select s into better from public.similar_words(token, own) as s limit 1;
      if better is not null then changed := true; end if;
    end if;
    corrected := corrected || case when known then token else coalesce(better, token) end;
    better := null;
  end loop;
  return case when changed then array_to_string(corrected, ' ') end;
end $$;
revoke all on function correct_words(text, uuid) from public;
grant execute on function correct_words(text, uuid) to portal_tenant, portal_staff;

-- Adds the words of waiting tickets to the dictionaries. Returns how many tickets it read. In SQL because it reads long
-- texts and writes their words, without sending them to the server.
create or replace function learn_words(at_most integer) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken integer;
begin
  if not exists (select from derived.unlearned) then return 0; end if;
  create temporary table if not exists learning (company_id uuid, id uuid) on commit delete rows;
  delete from pg_temp.learning;
  with gone as (delete from derived.unlearned u using (
      select company_id, id from derived.unlearned limit at_most for update skip locked) as picked
    where u.company_id = picked.company_id and u.id = picked.id returning u.company_id, u.id)
  insert into pg_temp.learning select company_id, id from gone;
  get diagnostics taken = row_count;
  with texts as (
    select t.company_id, true as open, t.subject || ' ' || left(t.description, 19000) as body
      from pg_temp.learning join public.tickets t using (company_id, id)
    union all
    select m.company_id, m.kind = 'reply', left(m.body, 20000)
      from pg_temp.learning l join public.messages m on m.company_id = l.company_id and m.ticket_id = l.id and m.kind <> 'event')
  , found as (
    select company_id, word, bool_or(open) as open
    from texts, unnest(string_to_array(public.search_text(body), ' ')) as word
    -- Words that people spell: no numbers, keys or Chinese and Japanese characters.
    where length(word) between 3 and 40 and word !~ '[0-9]' and public.sign_pairs(word) is null
    group by company_id, word)
  , of_all as (
    insert into derived.words_of_all select distinct word from found order by word on conflict do nothing)
  insert into derived.words as w select company_id, word, open from found order by company_id, word
    on conflict (company_id, word) do update set open = true where excluded.open and not w.open;
  return taken;
end $$;
revoke all on function learn_words(integer) from public;

-- Writes the words of a ticket with its conversation. In SQL because triggers call it, whatever writes tickets and
-- messages.
create or replace function write_words(of_company uuid, of_ticket uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.ticket_words (company_id, id, month, words, words_with_notes)
    select t.company_id, t.id, public.month_of(t.updated_at), w.words, case when m.notes is not null then w.words || public.many_words(m.notes) end
    from public.tickets t
    cross join lateral (
      -- As much of a long conversation as fits, newest first.
      select string_agg(left(body, 20000), ' ' order by created_at desc) filter (where kind = 'reply') as replies,
        string_agg(left(body, 20000), ' ' order by created_at desc) filter (where kind = 'note') as notes
      from public.messages where company_id = t.company_id and ticket_id = t.id and kind <> 'event') as m
    cross join lateral (select public.search_words(t.subject || ' ' || left(t.description, 19000))
      || public.many_words(coalesce(m.replies, '')) as words) as w
    where t.company_id = of_company and t.id = of_ticket
  on conflict (company_id, id) do update set month = excluded.month, words = excluded.words, words_with_notes = excluded.words_with_notes;
  insert into derived.unlearned select of_company, of_ticket where exists (
    select from public.tickets where company_id = of_company and id = of_ticket) on conflict do nothing;
end $$;
revoke all on function write_words(uuid, uuid) from public;

-- Writes the words of tickets whose messages changed or moved, once per ticket however many messages a merge moves.
create or replace function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_words(company_id, ticket_id) from (
    select b.company_id, unnest(array[b.ticket_id, a.ticket_id]) as ticket_id
    from before_change b join after_change a on a.company_id = b.company_id and a.id = b.id
    where b.kind <> 'event' and (b.body is distinct from a.body or b.ticket_id is distinct from a.ticket_id)
    group by 1, 2 order by 1, 2) as changed;
  return null;
end $$;
revoke all on function keep_words_of_changed() from public;

-- Writes the words of a new or changed ticket.
create or replace function keep_ticket_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ticket_words (company_id, id, month, words)
      values (new.company_id, new.id, month_of(new.updated_at), search_words(new.subject || ' ' || left(new.description, 19000)));
    insert into derived.unlearned values (new.company_id, new.id) on conflict do nothing;
  else perform write_words(new.company_id, new.id); end if;
  return null;
end $$;
revoke all on function keep_ticket_words() from public;

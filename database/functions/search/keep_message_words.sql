-- Adds the words of a message to its ticket, or writes those of the ticket again after a deletion.
create or replace function keep_message_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform write_words(old.company_id, old.ticket_id);
    return null;
  end if;
  begin
    update ticket_words set
        words = case when new.kind = 'reply' then words || added else words end,
        words_with_notes = case when new.kind = 'note' or words_with_notes is not null then coalesce(words_with_notes, words) || added end
      from search_words(new.body) as added
      where company_id = new.company_id and id = new.ticket_id;
  exception when program_limit_exceeded then
    -- More words than one row holds: the oldest messages are left out.
    perform write_words(new.company_id, new.ticket_id);
  end;
  insert into derived.unlearned values (new.company_id, new.ticket_id) on conflict do nothing;
  return null;
end $$;
revoke all on function keep_message_words() from public;

-- Writes the month of the last change of a ticket.
create or replace function keep_ticket_month() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ticket_words set month = month_of(new.updated_at) where company_id = new.company_id and id = new.id;
  return null;
end $$;
revoke all on function keep_ticket_month() from public;

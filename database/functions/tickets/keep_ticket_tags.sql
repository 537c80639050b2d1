-- Keeps a row per tag of a ticket.
create or replace function keep_ticket_tags() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from ticket_tags where company_id = new.company_id and ticket_id = new.id and tag <> all (new.tags);
  end if;
  insert into ticket_tags (company_id, ticket_id, tag, updated_at)
    select new.company_id, new.id, tag, new.updated_at from unnest(new.tags) as tag
    on conflict (company_id, ticket_id, tag) do update set updated_at = excluded.updated_at;
  return null;
end $$;

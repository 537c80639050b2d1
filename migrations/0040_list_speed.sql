-- What made lists slower the more there is.

-- Tickets with a tag stand in the order of the lists, so that a page is read and nothing more. Without it the list was
-- read from its top and every ticket asked for the tag.
alter table ticket_tags add updated_at timestamptz;
update ticket_tags g set updated_at = t.updated_at from tickets t where t.company_id = g.company_id and t.id = g.ticket_id;
alter table ticket_tags alter updated_at set not null;
drop index ticket_tags_of_company;
create index ticket_tags_of_company_by_update on ticket_tags (company_id, tag, updated_at desc, ticket_id desc);
create index ticket_tags_of_all_by_update on ticket_tags (tag, updated_at desc, ticket_id desc);

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
create trigger tickets_tags_updated after update on tickets for each row
  when (old.updated_at is distinct from new.updated_at and old.tags is not distinct from new.tags and new.tags <> '{}')
  execute function keep_ticket_tags();

-- Companies that have this in their name, address or website: staff's list looked through all of them. Whoever asks with
-- a company's login gets none.
create function companies_like(typed text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from companies
  where session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null
    and search like '%' || replace(replace(replace(fold_text(btrim(typed)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
revoke all on function companies_like(text) from public;
grant execute on function companies_like(text) to portal_staff;

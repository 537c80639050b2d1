-- What help desks ask about a ticket: whose end client and contact it is about, tags to find it by, tickets that belong
-- together or became one, and what the partner thought of it in the end.

alter table tickets
  add client_id uuid,
  add contact_id uuid,
  -- The ticket that this one became part of. What is merged itself takes nothing in: no chains, no circles.
  add merged_into uuid check (merged_into <> id),
  add merged_at timestamptz,
  add rating smallint check (rating between 1 and 5),
  add rating_comment text check (length(rating_comment) between 1 and 2000),
  add rated_by uuid references profiles on delete set null,
  -- When it was rated first: it can be changed for some days from then.
  add rated_at timestamptz,
  add check ((merged_into is null) = (merged_at is null)),
  add check (merged_into is null or status = 'closed'),
  add check ((rating is null) = (rated_at is null)),
  -- Who is deleted from the book leaves the ticket; the audit log says who it was.
  add foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  add foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  add foreign key (company_id, merged_into) references tickets (company_id, id);
create index tickets_of_client on tickets (client_id, updated_at desc, id desc) where client_id is not null;
create index tickets_of_contact on tickets (contact_id, updated_at desc, id desc) where contact_id is not null;
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_rated on tickets (rating, updated_at desc, id desc) where rating is not null;
-- Only partners rate: the provider's logins cannot write what was thought of them.
grant update (client_id, contact_id, tags, rating, rating_comment, rated_by, rated_at) on tickets to portal_tenant;
grant update (client_id, contact_id, merged_into, merged_at) on tickets to portal_staff;

-- A row per tag: array operators are not leakproof, so under row-level security no index on the array would be used.
create table ticket_tags (
  company_id uuid not null,
  ticket_id uuid not null,
  tag text not null check (length(tag) between 1 and 50),
  primary key (company_id, ticket_id, tag),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_tags_of_company on ticket_tags (company_id, tag, ticket_id);
create index ticket_tags_of_all on ticket_tags (tag, ticket_id);
call fence('ticket_tags');
grant select on ticket_tags to portal_tenant, portal_staff;

create function keep_ticket_tags() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    delete from ticket_tags where company_id = new.company_id and ticket_id = new.id and tag <> all (new.tags);
  end if;
  insert into ticket_tags (company_id, ticket_id, tag) select new.company_id, new.id, tag from unnest(new.tags) as tag
    on conflict do nothing;
  return null;
end $$;
create trigger tickets_tags_new after insert on tickets for each row when (new.tags <> '{}') execute function keep_ticket_tags();
create trigger tickets_tags after update of tags on tickets for each row when (old.tags is distinct from new.tags)
  execute function keep_ticket_tags();
insert into ticket_tags (company_id, ticket_id, tag)
  select distinct company_id, id, tag from tickets, unnest(tags) as tag where length(tag) between 1 and 50;

-- Tickets that belong together. Staff may tie tickets of two companies to one cause; partners see ties within their own.
create table ticket_links (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  other_company_id uuid not null,
  other_id uuid not null check (other_id <> ticket_id),
  -- Read from ticket_id: it is related to, a duplicate of, caused by, or split from the other.
  kind text not null check (kind in ('related', 'duplicate_of', 'caused_by', 'split_from')),
  staff_only boolean not null generated always as (company_id <> other_company_id) stored,
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (other_company_id, other_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_links_by_id on ticket_links (id);
create unique index ticket_links_one on ticket_links (least(ticket_id, other_id), greatest(ticket_id, other_id));
create index ticket_links_from on ticket_links (ticket_id);
create index ticket_links_to on ticket_links (other_id);
call fence('ticket_links', hidden => 'staff_only');
grant select on ticket_links to portal_tenant;
grant select, insert, delete, update (ticket_id, other_id) on ticket_links to portal_staff;

-- Messages move with a merge or a split; where they were written first stays known.
alter table messages
  add moved_from uuid,
  add foreign key (company_id, moved_from) references tickets (company_id, id);
create index messages_moved on messages (company_id, moved_from) where moved_from is not null;
grant update (ticket_id, moved_from) on messages to portal_staff;
grant update (ticket_id, message_id) on attachments to portal_staff;
grant update (ticket_id) on mentions, ticket_watchers, ticket_drafts to portal_staff;

-- Makes everything that points at one contact point at another of the company: rooms keep contacts in their own tables,
-- and the room of the contacts knows none of them. A row that the other has already (a watcher of one ticket) goes.
create function move_contact(of_company uuid, from_contact uuid, to_contact uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  pointer record;
  one tid;
begin
  if session_user = 'portal_tenant' and of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is null then
    raise exception 'not a contact of this company' using errcode = 'insufficient_privilege';
  end if;
  for pointer in
    select c.conrelid::regclass as of_table, company.attname as company_column, contact.attname as contact_column
    from pg_constraint c
    join pg_attribute contact on contact.attrelid = c.conrelid and contact.attnum = c.conkey[array_position(c.confkey,
      (select attnum from pg_attribute where attrelid = c.confrelid and attname = 'id'))]
    join pg_attribute company on company.attrelid = c.conrelid and company.attnum = c.conkey[array_position(c.confkey,
      (select attnum from pg_attribute where attrelid = c.confrelid and attname = 'company_id'))]
    where c.contype = 'f' and c.confrelid = 'public.contacts'::regclass
    order by 1
  loop
    begin
      execute format('update %s set %I = $1 where %I = $2 and %I = $3',
        pointer.of_table, pointer.contact_column, pointer.company_column, pointer.contact_column)
        using to_contact, of_company, from_contact;
    exception when unique_violation then
      for one in execute format('select ctid from %s where %I = $1 and %I = $2',
        pointer.of_table, pointer.company_column, pointer.contact_column) using of_company, from_contact
      loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', pointer.of_table, pointer.contact_column) using to_contact, one;
        exception when unique_violation then
          execute format('delete from %s where ctid = $1', pointer.of_table) using one;
        end;
      end loop;
    end;
  end loop;
end $$;
revoke all on function move_contact(uuid, uuid, uuid) from public;
grant execute on function move_contact(uuid, uuid, uuid) to portal_tenant, portal_staff;

-- Makes every reference to one contact refer to another of the same company, found by foreign keys, so that no module
-- needs a line here. A row that the other contact has already (a watcher of one ticket) is deleted. In SQL because it
-- finds the references in the catalog of Postgres, and partners cannot write all of them.
create or replace function move_contact(of_company uuid, from_contact uuid, to_contact uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

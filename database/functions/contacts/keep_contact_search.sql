-- Writes the searchable text of a changed contact.
create or replace function keep_contact_search() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.search := contact_search(new.full_name, new.email, new.phone, new.title,
    (select c.name from clients c where c.company_id = new.company_id and c.id = new.client_id));
  return new;
end $$;

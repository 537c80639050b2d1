-- Writes the searchable text of the contacts of a renamed client.
create or replace function keep_search_of_contacts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update contacts set search = contact_search(full_name, email, phone, title, new.name)
    where company_id = new.company_id and client_id = new.id;
  return null;
end $$;

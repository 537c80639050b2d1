-- Moves a user's photo along when the user moves to another company.
create or replace function move_picture() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pictures set company_id = new.company_id where company_id = old.company_id and id = new.id;
  return null;
end $$;

-- Rejects roles of staff at a partner, and roles of partners at the provider.
create or replace function role_fits_company() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.role in ('engineer', 'admin')) is distinct from (select is_internal from companies where id = new.company_id) then
    raise exception 'role % does not fit the company', new.role using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Deletes the notifications of a person who moves to another company.
create or replace function forget_notifications() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.notifications where user_id = old.id;
  return new;
end $$;

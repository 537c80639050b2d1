-- Hides staff who watch for themselves from partners; those whom a partner mentioned are visible.
create or replace function mark_staff_watcher() returns trigger language plpgsql as $$
begin
  new.staff_only := new.user_id is not null and current_user <> 'portal_tenant'
    and exists (select from profiles p join companies c on c.id = p.company_id where p.id = new.user_id and c.is_internal);
  return new;
end $$;

-- Makes a pending block usable. Returns true if this call did it, false if it was usable already, and null without such
-- a block. In SQL because it moves minutes while the balance is locked, in one call.
create or replace function hours_activate(of_company uuid, block uuid, released_by uuid default null, reason text default null,
  by_user uuid default null, at timestamptz default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hours_guard(of_company, 'activate');
  return hours_make_usable(hours_lock_balance(of_company), block, released_by, reason, null, hours_actor(by_user), hours_movement_time(at));
end $$;
revoke all on function hours_activate(uuid, uuid, uuid, text, uuid, timestamptz) from public;
grant execute on function hours_activate(uuid, uuid, uuid, text, uuid, timestamptz) to portal_staff;

-- Returns who acts: the signed-in person, or for the owner's login the given one. Null: the product itself. In SQL
-- because the functions that move minutes call it.
create or replace function hours_actor(by_user uuid) returns uuid language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select nullif(case when hours_is_owner_login() then by_user else nullif(current_setting('app.user_id', true), '')::uuid end,
       '00000000-0000-0000-0000-000000000000') $$;
revoke all on function hours_actor(uuid) from public;

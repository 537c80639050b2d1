-- Returns whether the connected login may act on this user: partners on users of their company, staff on all.
-- `session_user` is the login even inside a function that runs as the owner. In SQL because it protects functions that
-- run as the owner from every caller.
create or replace function may_act_on(target uuid) returns boolean language sql stable set search_path = pg_catalog, public as $$
  select case session_user
    when 'portal_tenant' then exists (select from public.profiles where id = target
      and company_id = nullif(current_setting('app.company_id', true), '')::uuid)
    when 'portal_staff' then nullif(current_setting('app.user_id', true), '') is not null
    else true end
$$;

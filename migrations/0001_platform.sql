-- Who may log in, and the two helpers that every later migration calls.
-- The login roles belong to the cluster, not to this database: made once, tolerated when they are there.
-- Their passwords are set at each start (src/server/platform/migrate.ts).
do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_tenant') then create role portal_tenant login noinherit; end if;
  if not exists (select from pg_roles where rolname = 'portal_staff') then create role portal_staff login noinherit; end if;
end $$;

create extension if not exists btree_gin;
create schema auth;
create schema jobs;
revoke all on schema public from public;
grant usage on schema public to portal_tenant, portal_staff;

-- Puts a tenant table behind its fence: row-level security, forced, one policy per role. One policy with an OR
-- would cost staff searches their index. `hidden` names a boolean column that keeps a row from partners.
-- `keyed_by` is the column that carries the company, if it is not company_id.
create procedure fence(target regclass, hidden text default null, keyed_by text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to portal_tenant using (%I = (select nullif(current_setting(''app.company_id'', true), '''')::uuid)%s)',
    target, keyed_by, case when hidden is null then '' else format(' and not %I', hidden) end);
  execute format(
    'create policy staff_rows on %s to portal_staff using ((select nullif(current_setting(''app.user_id'', true), '''')) is not null)',
    target);
  -- Forced security binds the owner too: migrations, sign-in and jobs need a door of their own.
  execute format('create policy owner_rows on %s to current_user using (true)', target);
end $$;

create function refuse_mutation() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

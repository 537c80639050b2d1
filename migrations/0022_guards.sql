-- What the database itself guards besides companies: functions that run as the owner, drafts, and who approves estimates.

-- A login could otherwise put a temporary table before the real one of a function that runs as the owner.
do $$ declare f record; begin
  for f in
    select p.oid::regprocedure as name, substr(setting, length('search_path=') + 1) as path
    from pg_proc p, unnest(p.proconfig) as setting
    where p.prosecdef and p.pronamespace = 'public'::regnamespace and setting like 'search_path=%' and setting not like '%pg_temp%'
  loop
    execute format('alter function %s set search_path = %s, pg_temp', f.name, f.path);
  end loop;
end $$;

-- What somebody has not sent is nobody else's, within a company too. Staff move drafts with a ticket that is merged.
alter policy tenant_rows on ticket_drafts using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));

-- An approved estimate is money: only an owner decides, as the owner that they are, and only what is open.
create function only_owners_decide() returns trigger language plpgsql as $$
begin
  if current_user = 'portal_tenant' and (
    old.status <> 'proposed'
    or new.status not in ('approved', 'declined', 'withdrawn')
    or new.status <> 'withdrawn' and (
      current_setting('app.role', true) is distinct from 'owner'
      or new.decided_by is distinct from nullif(current_setting('app.user_id', true), '')::uuid)) then
    raise exception 'an estimate is decided by an owner, while it is open' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger estimates_decide before update on estimates for each row execute function only_owners_decide();

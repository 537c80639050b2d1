-- Rejects changes of tasks by partners, except completing their own and undoing that.
create or replace function partners_complete_own_tasks() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  if old.side <> 'partner' or new.status not in ('done', 'waiting_on_partner')
    or old.status not in ('done', 'waiting_on_partner')
    or (new.completed_by is not null and new.completed_by::text <> current_setting('app.user_id', true)) then
    raise exception 'a partner can only complete or reopen tasks that are waiting on the partner' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
